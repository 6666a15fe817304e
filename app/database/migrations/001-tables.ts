import { type Kysely, sql } from "kysely";

/** The tables of version 0.1.0, in SQL that both engines read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of TABLES.split(";")) await sql.raw(statement).execute(db);
}

const TABLES = `
-- Catalogue and home page

create table one_time_tasks (name text not null primary key, made_at bigint not null);

create table categories (
  id text not null primary key, slug text not null unique, name text not null, description text not null,
  parent_id text references categories (id), image text, position integer not null
);

create table collections (
  id text not null primary key, slug text not null unique, name text not null, description text not null,
  category_id text references categories (id), image text, position integer not null
);

create table products (
  id text not null primary key, slug text not null unique, sku text not null unique, name text not null,
  kind text not null, gender text not null, category_id text not null references categories (id),
  collection_id text references collections (id), price integer not null, old_price integer,
  is_new integer default 0 not null, is_bestseller integer default 0 not null,
  active integer default 1 not null, stock integer not null, created_at bigint not null,
  colors text not null, picture text, rating double precision not null, review_count integer not null,
  description text not null, care text not null, features text not null, specifications text not null,
  tags text not null, pictures text not null, families integer default 0 not null,
  sizes integer default 0 not null, sizes_noir integer default 0 not null,
  sizes_blanc integer default 0 not null, sizes_gris integer default 0 not null,
  sizes_taupe integer default 0 not null, sizes_beige integer default 0 not null,
  sizes_marron integer default 0 not null, sizes_rouge integer default 0 not null,
  sizes_rose integer default 0 not null, sizes_orange integer default 0 not null,
  sizes_jaune integer default 0 not null, sizes_vert integer default 0 not null,
  sizes_bleu integer default 0 not null, sizes_violet integer default 0 not null,
  sizes_metal integer default 0 not null, stock_index text default '' not null, source text,
  source_id text, fit text default '' not null, material text default '' not null,
  constraint products_price check (price >= 0),
  constraint products_old_price check (old_price >= 0),
  constraint products_stock check (stock >= 0),
  constraint products_flags check (is_new in (0, 1) and is_bestseller in (0, 1) and active in (0, 1))
);

create table variants (
  id text not null primary key, product_id text not null references products (id) on delete cascade,
  sku text not null unique, color_slug text not null, color_name text not null, color_hex text not null,
  size integer not null, stock integer not null, position integer not null, size_label text,
  constraint variants_choice unique (product_id, color_slug, size),
  constraint variants_stock check (stock >= 0)
);

create table home_sections (
  id text not null primary key, type text not null, title text not null, subtitle text not null,
  description text not null, enabled integer default 1 not null, position integer not null,
  content text not null
);

create index products_source on products (source, source_id);

-- Carts, wishlists and guests, of whom a visitor is a hash

create table carts (
  visitor text not null primary key, draft text, updated_at bigint not null, ordering text,
  ordering_until bigint
);

create table cart_lines (
  visitor text not null references carts (visitor) on delete cascade,
  variant_id text not null references variants (id) on delete cascade, quantity integer not null,
  seen_price integer not null, added_at bigint not null,
  constraint cart_lines_key primary key (visitor, variant_id),
  constraint cart_lines_quantity check (quantity > 0)
);

create table wishlist_items (
  visitor text not null, product_id text not null references products (id) on delete cascade,
  added_at bigint not null,
  constraint wishlist_items_key primary key (visitor, product_id)
);

create table new_guests (visitor text not null primary key, address text, begun_at bigint not null);

create index cart_lines_variant on cart_lines (variant_id);
create index wishlist_items_product on wishlist_items (product_id);
create index new_guests_address on new_guests (address, begun_at);
create index new_guests_begun on new_guests (begun_at);

-- Orders

create table orders (
  id text not null primary key, number text not null unique, key_hash text not null unique,
  content_hash text not null, status text not null, created_at bigint not null, last_name text not null,
  first_name text not null, phone text not null, wilaya_id integer not null, wilaya_name text not null,
  commune_id integer not null, commune_name text not null, mode text not null, stop_desk_id integer,
  stop_desk_name text, stop_desk_address text, address text not null, notes text not null,
  subtotal integer not null, delivery_fee integer not null, cod_fee integer not null,
  insurance_fee integer not null, total_fee integer not null, delivery_time integer not null,
  total integer not null, parcel text not null, settings text not null, account_id text,
  reward integer default 0 not null, to_be_forgotten integer default 0 not null,
  reserved integer default 1 not null, lapsed_days integer, open_since bigint, api_id text,
  number_key text default '' not null,
  constraint orders_status check (status in ('pending', 'confirmed', 'shipped', 'delivered', 'returned',
    'cancelled')),
  constraint orders_amounts check (subtotal >= 0 and total_fee >= 0 and total = subtotal + total_fee),
  constraint orders_desk check ((mode = 'relais') = (stop_desk_id is not null))
);

create table order_lines (
  order_id text not null references orders (id) on delete cascade, position integer not null,
  variant_id text not null, product_id text not null, product_slug text not null, name text not null,
  color text not null, size integer not null, picture text, quantity integer not null,
  price integer not null, size_label text,
  constraint order_lines_key primary key (order_id, position),
  constraint order_lines_variant unique (order_id, variant_id),
  constraint order_lines_quantity check (quantity > 0),
  constraint order_lines_price check (price >= 0)
);

create table order_steps (
  order_id text not null references orders (id) on delete cascade, status text not null,
  at bigint not null,
  constraint order_steps_key primary key (order_id, status)
);

create table order_access (
  visitor text not null, order_id text not null references orders (id) on delete cascade,
  since bigint not null,
  constraint order_access_key primary key (visitor, order_id)
);

create index orders_newest on orders (created_at desc, id);
create index orders_account on orders (account_id, created_at);
create index orders_phone on orders (phone, created_at);
create index orders_spelling on orders (number_key);
create index orders_open on orders (phone, created_at) where status = 'pending';
create index order_access_order on order_access (order_id);

-- Parcels, and what was read of the courier's API

create table courier_state (
  id integer not null primary key, generation integer not null, read_at bigint,
  paused_until bigint not null, due_at bigint not null, reader text, reader_until bigint not null,
  begun_at bigint, attempts integer not null, failure text
);

create table courier_wilayas (
  generation integer not null, id integer not null, name text not null, is_deliverable integer not null,
  content text,
  constraint courier_wilayas_key primary key (generation, id)
);

create table courier_calls (id text not null primary key, at bigint not null);

create table parcels (
  order_id text not null primary key references orders (id), state text not null, due_at bigint,
  attempts integer default 0 not null, asked_at bigint, tracking text unique, label text, failure text,
  status text, poll_at bigint, created_at bigint not null
);

create table parcel_events (
  tracking text not null, kind text not null, occurred_at bigint not null, status text not null,
  reason text, event_id text unique, heard_at bigint not null,
  constraint parcel_events_key primary key (tracking, occurred_at, kind, status)
);

create index courier_calls_at on courier_calls (at);
create index parcels_due on parcels (due_at, order_id);
create index parcels_poll on parcels (poll_at);

insert into courier_state (id, generation, paused_until, due_at, reader_until, attempts)
  values (1, 0, 0, 0, 0, 0);

-- Accounts

create table accounts (
  id text not null primary key, email text not null unique, password text not null,
  first_name text not null, last_name text not null, phone text not null, address text not null,
  created_at bigint not null, confirmed_at bigint
);

create table sessions (
  token_hash text not null primary key,
  account_id text not null references accounts (id) on delete cascade, device text not null,
  created_at bigint not null, expires_at bigint not null
);

create table known_browsers (
  token_hash text not null, account_id text not null references accounts (id) on delete cascade,
  since bigint not null,
  constraint known_browsers_key primary key (token_hash, account_id)
);

create table account_links (
  token_hash text not null primary key, kind text not null,
  account_id text references accounts (id) on delete cascade, email text not null,
  expires_at bigint not null, session_hash text
);

create table attempts (key text not null primary key, count integer not null, since bigint not null);

create index sessions_account on sessions (account_id, created_at);
create index known_browsers_account on known_browsers (account_id);
create index account_links_account on account_links (account_id);

-- Mails, messages, newsletter, alerts

create table mails (
  id text not null primary key, key text not null unique, kind text not null, recipient text not null,
  subject text not null, text text not null, html text not null, headers text not null,
  created_at bigint not null, due_at bigint, attempts integer not null, sent_at bigint, failure text
);

create table messages (
  id text not null primary key, key_hash text not null unique, name text not null, email text not null,
  subject text not null, message text not null, created_at bigint not null
);

create table subscribers (
  email_hash text not null primary key, email text, token text not null unique, confirmed_at bigint,
  created_at bigint not null, asked_at bigint not null, times_asked integer not null
);

create table stock_alerts (
  variant_id text not null, contact_hash text not null, contact text, token text not null unique,
  created_at bigint not null, back_at bigint, refused_at bigint,
  constraint stock_alerts_key primary key (variant_id, contact_hash)
);

create index mails_due on mails (due_at, id);
create index stock_alerts_contact on stock_alerts (contact_hash);

-- Reviews

create table reviews (
  id text not null primary key, order_id text not null, variant_id text not null,
  product_id text not null, rating integer not null, text text not null, author text not null,
  wilaya text not null, state text not null, created_at bigint not null,
  constraint reviews_line unique (order_id, variant_id),
  constraint reviews_of_line foreign key (order_id, variant_id) references order_lines (order_id,
    variant_id) on delete cascade,
  constraint reviews_rating check (rating between 1 and 5),
  constraint reviews_state check (state in ('waiting', 'published', 'refused')),
  constraint reviews_text check (length(text) <= 1000)
);

create table review_letters (
  order_id text not null primary key references orders (id) on delete cascade, email_hash text not null,
  token_hash text not null unique, sent_at bigint not null, refused_at bigint
);

create index reviews_of_product on reviews (product_id, state, created_at);
create index review_letters_email on review_letters (email_hash)`;
