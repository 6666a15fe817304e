import { type Kysely, PostgresAdapter, sql } from "kysely";
import { indexLists } from "./002-lists";

/**
 * The back office and its journal, orders on an API that does not honour keys, barcodes, halves of
 * sizes, where orders came from, how pairs fit, and 'Mieux notés' by the reviews that can be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  if (isPostgres) {
    // No column is changed that a trigger's condition reads.
    const { rows } = await sql<{ definition: string }>`select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgname = 'published_variants_update'`.execute(db);
    await run([...REFIT_ON_POSTGRES, ...rows.map(({ definition }) => definition)]);
  } else await run(REFIT_ON_SQLITE);
  const tables = isPostgres ? TABLES.replace("\n  word text", '\n  word text collate pg_catalog."C"') : TABLES;
  await run(tables.split(";"));
  await run(isPostgres ? KEEP_ON_POSTGRES : KEEP_ON_SQLITE);
  // A review makes another version of public pages by itself, so these columns have no trigger.
  await indexLists(db, "rated", ["readable_average desc", "readable_count desc", "id", "price"]);
}

/** Sizes may be halves and thirds. Reviews say how pairs fit; the demonstration's have no order. */
const REFIT_ON_POSTGRES = [
  "drop trigger published_variants_update on variants",
  "alter table variants alter column size type double precision",
  "alter table order_lines alter column size type double precision",
  `alter table reviews alter column order_id drop not null, alter column variant_id drop not null,
    add column fit text default '' not null`,
];

/** The same: halves are stored in an integer's column as they are, and no constraint is changed. */
const REFIT_ON_SQLITE = [
  `create table reviews_with_fit (
    id text not null primary key, order_id text, variant_id text, product_id text not null,
    rating integer not null, text text not null, author text not null, wilaya text not null,
    state text not null, created_at bigint not null, fit text default '' not null,
    constraint reviews_line unique (order_id, variant_id),
    constraint reviews_of_line foreign key (order_id, variant_id) references order_lines (order_id,
      variant_id) on delete cascade,
    constraint reviews_rating check (rating between 1 and 5),
    constraint reviews_state check (state in ('waiting', 'published', 'refused')),
    constraint reviews_text check (length(text) <= 1000)
  )`,
  "insert into reviews_with_fit select *, '' from reviews",
  "drop table reviews",
  "alter table reviews_with_fit rename to reviews",
  "create index reviews_of_product on reviews (product_id, state, created_at)",
  ...["insert", "update", "delete"].map(
    (event) =>
      `create trigger published_reviews_${event} after ${event} on reviews begin
        update published set version = version + 1; end`,
  ),
];

const TABLES = `
-- Orders that another shop's API was asked to take, of one content one open of a visitor

create table unsettled_orders (
  key_hash text not null primary key, content_hash text not null, reference text not null unique,
  visitor text not null, state text not null, content text not null, from_cart integer not null,
  asked_at bigint not null, settled_at bigint
);

create unique index unsettled_orders_open on unsettled_orders (visitor, content_hash)
  where state in ('asked', 'unsettled');

-- Catalogue: brands are counted as other filters are

alter table variants add column barcode text default '' not null;
alter table products add column readable_average double precision default 0 not null;
alter table products add column readable_count integer default 0 not null;
-- With one decimal. Whole numbers are divided, which leaves out what is behind it.
update products set (readable_average, readable_count) = (
  select (20 * sum(rating) + count(*)) / (2 * count(*)) / 10.0, count(*) from reviews
  where product_id = products.id and state = 'published')
  where id in (select product_id from reviews where state = 'published');

drop index products_counted;
create index products_counted on products (active, category_id, collection_id, kind, gender, is_new,
  is_bestseller, price, old_price, material, brand, stock_index);

-- Staff

create table staff (
  id text not null primary key, email text not null unique, name text not null, role text not null,
  password text, totp_secret text, totp_used_step bigint default 0 not null,
  shortcuts integer default 1 not null, created_at bigint not null, ended_at bigint,
  constraint staff_role check (role in ('owner', 'caller', 'packer'))
);

create table staff_sessions (
  token_hash text not null primary key, staff_id text not null references staff (id) on delete cascade,
  device text not null, created_at bigint not null, seen_at bigint not null, proved_at bigint not null
);

create table staff_links (
  token_hash text not null primary key, email text not null, name text not null, role text not null,
  invited_by text, created_at bigint not null, expires_at bigint not null
);

create table staff_passkeys (
  id text not null primary key, staff_id text not null references staff (id) on delete cascade,
  public_key text not null, counter bigint not null, name text not null, created_at bigint not null,
  used_at bigint
);

create table staff_challenges (challenge_hash text not null primary key, expires_at bigint not null);

create table staff_recovery_codes (
  code_hash text not null primary key, staff_id text not null references staff (id) on delete cascade
);

create index staff_sessions_of on staff_sessions (staff_id);

-- The journal: each of its filters has an index with its sequence, newest first

create table journal (
  id text not null primary key, at bigint not null, actor text not null, staff_id text,
  name text not null, action text not null, subject text not null, subject_id text not null,
  subject_name text not null, before text, after text,
  constraint journal_actor check (actor in ('staff', 'command', 'courier', 'shopper', 'shop'))
);

create index journal_newest on journal (at, id);
create index journal_of on journal (subject, subject_id, at, id);
create index journal_of_kind on journal (subject, at, id);
create index journal_of_staff on journal (staff_id, at, id) where staff_id is not null;
create index journal_of_actor on journal (actor, at, id);

-- Orders

alter table orders add column provenance text;
alter table orders add column version integer default 0 not null;
alter table orders add column unanswered integer default 0 not null;
alter table orders add column call_at bigint;
alter table orders add column last_call text;
alter table orders add column channel text;

update orders set call_at = coalesce(open_since, created_at) where status = 'pending';
create index orders_to_call on orders (call_at, id) where call_at is not null;
create index orders_of_status on orders (status, created_at, id);
create index orders_of_wilaya on orders (wilaya_id, created_at, id);
create index orders_of_call on orders (last_call, created_at, id);
-- Each order wrote to what none of these queries reads
drop index orders_open;
drop index orders_account;
create index orders_account on orders (account_id, created_at) where account_id is not null;
create index orders_of_commune on orders (commune_id, created_at);
-- Its value first, as of parcels_holding
create index orders_to_forget on orders (to_be_forgotten, id) where to_be_forgotten = 1;
create index order_steps_delivered on order_steps (at, order_id) where status = 'delivered';
create index orders_to_reserve on orders (created_at, id) where status = 'pending' and reserved = 0;

create table order_calls (
  id text not null primary key, order_id text not null references orders (id) on delete cascade,
  at bigint not null, staff_id text not null, name text not null, outcome text not null,
  call_at bigint, note text not null, undoes text, previous text not null
);

create table order_notes (
  id text not null primary key, order_id text not null references orders (id) on delete cascade,
  at bigint not null, staff_id text not null, name text not null, text text not null
);

create table order_presence (
  order_id text not null references orders (id) on delete cascade,
  staff_id text not null references staff (id) on delete cascade, seen_at bigint not null,
  constraint order_presence_key primary key (order_id, staff_id)
);

create table order_words (
  word text not null, created_at bigint not null,
  order_id text not null references orders (id) on delete cascade,
  constraint order_words_key primary key (word, created_at, order_id)
);

create index order_calls_of on order_calls (order_id, at);
create index order_calls_of_staff on order_calls (staff_id, at);
create index order_notes_of on order_notes (order_id, at);
create index order_words_of on order_words (order_id);

-- What was done to several orders at once, by the form that asked for it

create table bulks (
  id text not null primary key, at bigint not null, staff_id text not null, action text not null,
  choices text not null
);

create table bulk_results (
  bulk_id text not null references bulks (id) on delete cascade, position integer not null,
  outcome text not null,
  constraint bulk_results_key primary key (bulk_id, position)
);

create index bulks_oldest on bulks (at);

-- Parcels that carry pairs of a cancelled order, which were in stock at once until now

create index parcel_events_heard on parcel_events (heard_at);

alter table parcels add column holds_pairs integer default 0 not null;

create index parcels_refused on parcels (created_at, order_id) where state = 'refused';
create index parcels_of_status on parcels (status, created_at, order_id);
create index parcels_of_state on parcels (state, created_at, order_id);
create index parcels_of_tracking on parcels (lower(tracking));
-- Its value first: without it SQLite reads all parcels where either of two indexes would do
create index parcels_holding on parcels (holds_pairs, created_at, order_id) where holds_pairs = 1;

-- What the merchant's day counts

alter table messages add column answered_at bigint;

create index mails_given_up on mails (created_at, id) where due_at is null and sent_at is null;
create index messages_open on messages (created_at, id) where answered_at is null;
create index reviews_waiting on reviews (created_at, id) where state = 'waiting'`;

/** A row stays as it is; only its contents can be erased, where somebody is forgotten. */
const KEEP_ON_POSTGRES = [
  `create function keep_journal() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.before is null and new.after is null
        and (new.id, new.at, new.actor, new.name, new.action, new.subject, new.subject_id, new.subject_name)
          = (old.id, old.at, old.actor, old.name, old.action, old.subject, old.subject_id, old.subject_name)
        and new.staff_id is not distinct from old.staff_id
      then return new; end if;
      raise exception 'journal rows are not edited';
    end $$`,
  `create trigger journal_kept before update or delete on journal
    for each row execute function keep_journal()`,
];

const KEEP_ON_SQLITE = [
  `create trigger journal_not_deleted before delete on journal begin
    select raise(abort, 'journal rows are not edited'); end`,
  `create trigger journal_not_edited before update on journal
    when new.before is not null or new.after is not null or new.id <> old.id or new.at <> old.at
      or new.actor <> old.actor or new.name <> old.name or new.action <> old.action or new.subject <> old.subject
      or new.subject_id <> old.subject_id or new.subject_name <> old.subject_name or new.staff_id is not old.staff_id
    begin select raise(abort, 'journal rows are not edited'); end`,
];
