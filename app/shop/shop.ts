import type { ReadWilaya } from "~/courier/judge.server";
import type { Account, Profile } from "~/domain/account";
import type { Cart } from "~/domain/cart";
import type { Category, Collection, Gender, Kind, Product, ProductCard, Variant } from "~/domain/catalogue";
import type { ColorFamily } from "~/domain/color-family";
import type { Commune, DeliveryMode, Fees, Parcel, StopDesk, Wilaya } from "~/domain/delivery";
import type { Delivery, NotReceived, Received } from "~/domain/goods";
import type { ListingSort, Refinement } from "~/domain/listing";
import type { LoyaltyCard } from "~/domain/loyalty";
import type { Order, OrderLine, OrderStatus, OrderStep, Recipient, WantedLine } from "~/domain/order";
import type { Total } from "~/domain/search-texts";
import type { HomeSection } from "~/domain/section";

/**
 * What the shop can do, whoever does it: its own database (shop/local) or another shop's API. Pages know this interface and
 * nothing behind it. Identifiers are opaque strings; amounts whole dinars.
 */
export interface Shop {
  catalogue: CatalogueDesk;
  content: ContentDesk;
  courier: CourierDesk;
  guests: GuestDesk;
  carts: CartDesk;
  wishlist: WishlistDesk;
  /** Asked with every public page. */
  published(asked: AskedOfPage): ToldOfPage | Promise<ToldOfPage>;
  orders: OrderDesk;
  access: AccessDesk;
  accounts: AccountDesk;
  messages: MessageDesk;
  newsletter: NewsletterDesk;
  mail: MailDesk;
  dispatch: DispatchDesk;
  /** Whether orders are taken now. */
  ordering(): Ordering;
  /** Ends connections; the shop is unusable afterwards. */
  close(): Promise<void>;
}

/**
 * A shop with its back office, for who runs it. Pages have a `Shop` only: none of them can show everybody's orders by mistake,
 * and a shop on another's API has no back office here.
 */
export interface OperatedShop extends Shop {
  office: OfficeDesk;
}

/** Closed while the API that takes the orders does not answer; `hasSamples` until it has told its catalogue. */
export type Ordering = { isOpen: true } | { isOpen: false; since: Date | undefined; hasSamples: boolean };

/** Which products are meant. All that is given has to hold. */
export interface ProductFilter {
  collectionId?: string;
  /** Any of these categories: a parent's children are named one by one. */
  categoryIds?: readonly string[];
  kind?: Kind;
  /** Any of these. */
  kinds?: readonly Kind[];
  gender?: Gender;
  only?: "new" | "bestsellers" | "new-bestsellers" | "reduced";
  refinement?: Refinement;
}

export interface ProductQuery extends ProductFilter {
  sort: ListingSort;
  /** From 1. A page behind the last one is an empty page. */
  page: number;
  /** 1 to 100; 20 unless told (section 9). */
  size?: number;
}

/**
 * What a list can be narrowed to, with the number of products that each choice would give beside the other choices that are
 * made. What is chosen is always there, be it with 0.
 */
export interface Facets {
  /** Of the list before it is narrowed by price; undefined when it is empty. */
  price: { min: number; max: number } | undefined;
  colors: { family: ColorFamily; count: number }[];
  /** In stock, ascending. */
  sizes: { size: number; count: number }[];
  genders: { gender: Gender; count: number }[];
}

/** With the total of all pages together. */
export interface ProductPage extends Total {
  products: ProductCard[];
  page: number;
  pages: number;
}

export interface CatalogueDesk {
  /** Active products only; sold-out ones are shown and say so. Ties are broken by id, so that pages never overlap. */
  list(query: ProductQuery): Promise<ProductPage>;
  /** By id or slug (decision 008); undefined when there is none or it is no longer sold. */
  product(idOrSlug: string): Promise<Product | undefined>;
  /** The active ones of these, in the order of the identifiers. */
  products(ids: readonly string[]): Promise<Product[]>;
  /** @param filter with its refinement: what is counted is what the list shows */
  facets(filter: ProductFilter): Promise<Facets>;
  /**
   * By name, kind, colour, reference, tags: accents, case, plural and one typing error are forgiven (section 4, Search).
   * Words that find nothing give an empty page. Of more than 1,000 products that are found the newest are ranked, those with the words in
   * their name before others.
   */
  search(words: string, page: { page: number; size?: number }): Promise<ProductPage>;
  /** Words that are offered to searchers; each finds something (decision 010). */
  popularSearches(): Promise<string[]>;
  /** Of every active product, the oldest first: what is new changes the last page only. At most 10,000 a page. */
  addresses(page: { page: number; size: number }): Promise<{ slug: string; since: Date }[]>;
  /** Products of the same kind, then of the same gender, never the product itself. */
  similar(productId: string, count: number): Promise<ProductCard[]>;
  categories(): Promise<Category[]>;
  /** @param holding those that hold some of these products, with the number of them; all when told nothing */
  collections(holding?: ProductFilter): Promise<Collection[]>;
  /** By id or slug (decision 008). */
  collection(idOrSlug: string): Promise<Collection | undefined>;
}

/** What the merchant says on the home page, and what is offered to searchers. */
export interface ContentDesk {
  /**
   * Enabled and visible ones, in their order; empty when the shop has none of its own, undefined when another shop's API should have
   * told them and has none.
   * @param isRetry somebody has asked again: an API that had none is asked as well
   */
  homeSections(isRetry?: boolean): Promise<HomeSection[] | undefined>;
}

export interface CourierDesk {
  /** The 58, by number; those that are `unserved` at present as well. */
  wilayas(): Promise<Wilaya[]>;
  /** By name, the unserved ones as well; empty for an unknown wilaya. */
  communes(wilayaId: number): Promise<Commune[]>;
  stopDesks(communeId: number): Promise<StopDesk[]>;
  /**
   * What the parcel of so many pairs costs to that commune, by way of delivery; `relais` is absent where there is no stop
   * desk. Undefined when commune and wilaya do not belong together, are unknown or unserved.
   */
  quote(
    destination: { wilayaId: number; communeId: number },
    pairs: number,
    declaredValue: number,
  ): Promise<Quote | undefined>;
  /**
   * The same to every commune of a wilaya that is served, by number. Undefined when whoever delivers tells it of one commune at a
   * time: asking for sixty would keep the shopper waiting.
   */
  quotes(wilayaId: number, pairs: number, declaredValue: number): Promise<Map<number, Quote> | undefined>;
  /** For whoever looks after the shop: what places and fees are from, and what waits. */
  state(): Promise<CourierState>;
}

export interface CourierState {
  /** Whether the courier's API is connected; without it the built-in table answers, and nothing is posted. */
  isConnected: boolean;
  /** When the places and fees in use were read from the courier; absent while they are the built-in table's. */
  readAt?: Date;
  /** Why the last reading of them failed, when the last one did. */
  failure?: string;
  parcels: {
    /** Not posted yet, or about to be withdrawn. */
    waiting: number;
    /** Orders whose parcel the courier refused, or that cannot become one, with the reason. */
    refused: { number: string; failure: string }[];
  };
}

export type Quote = { domicile: Fees; relais?: Fees };

/** Opaque, made by the first addition, known by the hash of the token in the visitor's cookie. */
export type VisitorId = string;

/** Whether a public page that was kept is still good, and what it shows of who looks at it. */
export interface AskedOfPage {
  /** Slug of the product whose stock the page tells. */
  product?: string | undefined;
  /** The token of a session, which may have ended. */
  session?: string | undefined;
  guest?: VisitorId | undefined;
}

export interface ToldOfPage {
  /** Another one as soon as the page may be. */
  version: string;
  /** Of the account that is signed in. */
  email: string | undefined;
  /** In the cart. */
  pairs: number;
  /** Identifiers of products on the wishlist, in their order. */
  wished: readonly string[];
}

/**
 * Guests whose browser has not shown yet that it keeps cookies: whoever throws them away would leave a cart with each addition.
 * What such a guest put into a cart or on a wishlist goes when others of the same address begin, or with time.
 */
export interface GuestDesk {
  /**
   * A guest that was just made. Of those that one address of the network began, the last 50 stay.
   * @param address undefined where nobody's is known
   */
  begin(guest: VisitorId, address: string | undefined): Promise<void>;
  /** Its cookie was sent back: from now on it stays as others do. */
  cameBack(guest: VisitorId): Promise<void>;
  /** Whether a cart, a wishlist or an order hangs on it. */
  isKnown(guest: VisitorId): Promise<boolean>;
  /** Those that began before then and did not come back go, and of the others all but the last `most`. @returns how many */
  forget(begunBefore: Date, most: number): Promise<number>;
}

export interface CartDesk {
  /** The cart as it stands now: fresh prices, fresh stock. An unknown visitor's is empty. */
  read(visitor: VisitorId | undefined): Promise<Cart>;
  /** Pairs in the cart; cheaper than `read`, for the badge. */
  count(visitor: VisitorId | undefined): Promise<number>;
  /**
   * Adds to the line of this variant, or makes one. Refused, with nothing changed, when the variant is unknown, sold out, or
   * the sum would pass the stock (then `stock` says how many there are) or the cart is full.
   * @param press names one press of a button: whatever was added under it within a day is not added again
   */
  add(visitor: VisitorId, variantId: string, quantity: number, press?: string): Promise<AddResult>;
  /** Sets a line to an absolute quantity; 0 removes it. A quantity above the stock is refused and nothing changes. */
  setQuantity(visitor: VisitorId, variantId: string, quantity: number): Promise<AddResult>;
  clear(visitor: VisitorId): Promise<void>;
  /** The shopper has seen today's prices: lines no longer say that they changed. */
  acceptPrices(visitor: VisitorId): Promise<void>;
  /** What was typed in the checkout, kept between its steps and until the order is placed. */
  draft(visitor: VisitorId): Promise<Recipient | undefined>;
  saveDraft(visitor: VisitorId, recipient: Recipient): Promise<void>;
  /** Carts that nobody has touched since then go, with what was typed in the checkout. @returns how many */
  forget(untouchedSince: Date): Promise<number>;
}

/** `quantity`: pairs of this variant in the cart now. */
export type AddResult =
  | { ok: true; name: string; quantity: number }
  | { ok: false; reason: "unknown" | "sold-out" | "full" }
  | { ok: false; reason: "stock"; stock: number; name: string };

/** What a visitor wants to find again; for guests it hangs on the same token as the cart. */
export interface WishlistDesk {
  /** The last added first, as the products are now; those that are no longer sold are left out. */
  read(visitor: VisitorId | undefined): Promise<WishlistItem[]>;
  /** Which products are on the list; cheaper than `read`, for the hearts of a page. */
  ids(visitor: VisitorId | undefined): Promise<string[]>;
  /** Refused, with nothing changed, when it is on the list already (section 5), unknown, or the list is full. */
  add(visitor: VisitorId, productId: string): Promise<AddWishResult>;
  /** @returns whether it was on the list */
  remove(visitor: VisitorId, productId: string): Promise<boolean>;
  clear(visitor: VisitorId): Promise<void>;
}

export interface WishlistItem extends ProductCard {
  addedAt: Date;
  /** What can be had now, by colour as the product names them, then by size. */
  variants: Omit<Variant, "sku">[];
}

export type AddWishResult =
  | { ok: true; name: string }
  | { ok: false; reason: "already"; name: string }
  | { ok: false; reason: "unknown" | "full" };

export interface PlaceOrder {
  /** Minted by the server with the form; unique among all orders (PE-6). */
  key: string;
  /** What the shopper saw: variants, quantities, unit prices. Lines of one variant are added up. */
  lines: readonly WantedLine[];
  recipient: Recipient;
  /** The delivery fee that was shown, in dinars. */
  shownFee: number;
  /** Who asks: may open the order afterwards. */
  visitor: VisitorId;
  /** Whether the order empties this visitor's cart (the product page's form does not). */
  fromCart: boolean;
  /** Of the client, as the middleware knows it; undefined when only a proxy's is known: then it limits nobody. */
  address?: string | undefined;
  /** What was shown to be taken off for a full loyalty card, in dinars; 0 unless told. Orders from a cart only. */
  shownReward?: number;
}

/** What differs from what was shown; each is told to the shopper, who decides. */
export type OrderChange =
  | { kind: "price"; variantId: string; name: string; before: number; now: number }
  | { kind: "stock"; variantId: string; name: string; wanted: number; stock: number }
  | { kind: "gone"; variantId: string }
  /** The cart holds another number of pairs than was shown: 0 when the line was removed, or ordered, elsewhere. */
  | { kind: "quantity"; variantId: string; name: string; before: number; now: number }
  | { kind: "fee"; before: number; now: number }
  /** The seventh pair is given, or no longer, or is worth something else. */
  | { kind: "reward"; before: number; now: number }
  | { kind: "destination" }
  /** More than the courier collects for one parcel: `most` dinars. */
  | { kind: "ceiling"; total: number; most: number };

export type PlaceResult =
  /** New, or the very same form again: one order and one page. */
  | { outcome: "placed"; order: Order; repeated: boolean }
  /** Nothing was stored, no stock was taken. */
  | { outcome: "changed"; changes: OrderChange[] }
  /** The key belongs to an order with another content; no second one was made. */
  | { outcome: "key-used"; order: Order }
  /** Too many orders of this phone, account or address wait to be confirmed; nothing was stored (decision 031). */
  | { outcome: "limited" }
  /** Whoever takes the orders is asked by too many at once; the same request in so many seconds. */
  | { outcome: "busy"; seconds: number };

export interface JustOrdered {
  /** Since then, at least 1. */
  minutes: number;
  /**
   * Only to who typed name, phone and address as they were: with the phone the number opens the order, and who knows no more than
   * that is not to read the rest.
   */
  number?: string;
}

export interface OrderDesk {
  /**
   * In one transaction: reads prices, stock and fee, takes the stock, writes the order under its key, empties the cart. When
   * it returns `placed`, the order is on disk. One of unusual size is stored and takes no stock yet: it is not `reserved`.
   */
  place(request: PlaceOrder): Promise<PlaceResult>;
  /**
   * What was ordered within ten minutes with the same phone and the same lines, and is not cancelled: for a shopper whom no cookie
   * tells from others, and who may be about to order twice. Undefined as well when this key has ordered: `place` knows the answer.
   */
  justOrdered(request: Pick<PlaceOrder, "key" | "lines" | "recipient">): Promise<JustOrdered | undefined>;
  /**
   * The key for an order that comes without one: the same for the same phone and content, within ten minutes of the first such order
   * and as long as that is not cancelled; also for two at the same moment (decision 028).
   * @param scope whose keys they are: another's are others
   */
  keyOf(order: Pick<PlaceOrder, "lines" | "recipient">, scope: string): Promise<string>;
  /** By number, for a visitor who placed it or was let in by `track`; undefined for everyone else (S-6). */
  read(number: string, visitor: VisitorId | undefined): Promise<Order | undefined>;
  /**
   * Lets the visitor in who knows number and phone. `unknown`, after the same work, when they do not belong together or there is
   * no such order; `limited` after too many of these for the number or from the address, for right and wrong phones alike, but
   * to a visitor who may open the order already. An hour after the first of them it is looked at again.
   * @param address of the client, as `Caller` has it
   */
  track(number: string, phone: string, visitor: VisitorId, address?: string): Promise<Order | "unknown" | "limited">;
  /** Of an account, the newest first. A page behind the last one is an empty page. */
  ofAccount(account: VisitorId, page: { page: number; size: number }): Promise<{ orders: Order[]; total: number }>;
  /**
   * Makes a guest's order the account's, when it was placed with this phone and is nobody's yet; `unknown` for every other
   * number. Counts failures with `track`, and is `limited` as that is.
   */
  attach(number: string, phone: string, account: VisitorId, address?: string): Promise<Order | "unknown" | "limited">;
  /** Whether there is an order of this number, whoever's. */
  isKnown(number: string): Promise<boolean>;
  /** The stamps of an account's delivered pairs; empty for a guest. */
  loyaltyCard(visitor: VisitorId | undefined): Promise<LoyaltyCard>;
  /**
   * Cancels a pending order for a visitor who may read it; its pairs go back to the shelf, once. One that is cancelled already
   * is `cancelled` again, whoever did it. `unknown`: there is none, or not for this visitor.
   */
  cancel(number: string, visitor: VisitorId | undefined): Promise<"cancelled" | "too-late" | "unknown">;
  /**
   * Corrects a pending order for a visitor who may read it. The commune stays, and with it the fee. From then on number and new
   * phone open it (`track`), the old phone does not; whoever was let in before still is. `limited`: too many orders of the
   * new phone wait to be confirmed.
   */
  correct(
    number: string,
    visitor: VisitorId | undefined,
    correction: Pick<Recipient, "phone" | "address" | "notes">,
  ): Promise<"corrected" | "too-late" | "limited" | "unknown">;
  /** What the courier says of its parcel, for a visitor who may read the order; undefined while there is nothing to tell. */
  parcel(number: string, visitor: VisitorId | undefined): Promise<ParcelStory | undefined>;
  /** When it came into each status, the first one first, for a visitor who may read the order; empty for everybody else. */
  steps(number: string, visitor: VisitorId | undefined): Promise<OrderStep[]>;
  /**
   * Moves an order along `statusSteps`; cancelled and returned pairs go back to the shelf, once. With the courier connected a
   * confirmed order becomes a parcel, and that of a cancelled one is withdrawn. Confirming an order that is not `reserved`
   * takes its pairs; `short`: the shelf does not hold them, and nothing changed.
   */
  setStatus(number: string, status: OrderStatus): Promise<"moved" | "refused" | "short" | "unknown">;
  /**
   * Cancels orders that nobody confirmed in time, gives their pairs back, and mails it to the shop and to the owner of the
   * account. Each once, whoever does it. @returns how many
   */
  lapse(): Promise<number>;
}

export interface OrderFilter {
  status?: OrderStatus;
  /** Placed at this moment or later. */
  since?: Date;
  /** Placed at this moment or earlier: pages of what was there do not move when orders come in. */
  until?: Date;
}

/** What the merchant does behind the counter; orders move on by `OrderDesk.setStatus`. */
export interface OfficeDesk {
  /** Everybody's, the newest first. A page behind the last one is an empty page. */
  orders(filter: OrderFilter, page: { page: number; size: number }): Promise<{ orders: Order[]; total: number }>;
  /**
   * By number as it may be typed, with when it came into each status, what its parcel has come to, and, of one that is still to
   * be reserved, the lines that the shelf does not hold now.
   */
  order(number: string): Promise<
    | {
        order: Order;
        steps: OrderStep[];
        parcel?: OfficeParcel;
        missing: { line: OrderLine; stock: number }[];
      }
    | undefined
  >;
  /** What is on the shelf under a variant's reference. */
  stock(reference: string): Promise<StockItem | undefined>;
  /** Sets it to so many, whatever was there. */
  setStock(reference: string, stock: number): Promise<(StockItem & { before: number }) | undefined>;
  /**
   * Takes one product of another shop's list in, in one transaction: new, or known by what the list calls it and brought up to
   * date. Refused, with nothing stored, when references are another product's.
   */
  receive(delivery: Delivery, terms?: DeliveryTerms): Promise<Received | NotReceived>;
  /** Takes what the shop was filled with at first out of the sale. @returns how many products */
  retireDemo(): Promise<number>;
}

export interface StockItem extends Pick<Variant, "sku" | "color" | "size" | "sizeLabel" | "stock"> {
  name: string;
}

export interface DeliveryTerms {
  /** What is known keeps the stock that it has here. */
  keepsStock?: boolean;
  /** For what the list does not count; without it the known keep their stock, and the new have none. */
  uncounted?: number;
  /** Nothing is stored; the answer is the same. */
  isRehearsal?: boolean;
}

/** Who asks for access, for limits and for what an account takes over from its guest. */
export interface Caller {
  /** Of the client, as the middleware knows it; undefined when only a proxy's is known: then it limits nobody. */
  address?: string | undefined;
  /** What an earlier sign-in left in this browser: its attempts are counted apart from strangers'. */
  browser?: string | undefined;
  /** What this browser was signed in with until now: it ends. */
  session?: string | undefined;
  /** Whose cart, wishlist and access to orders become the account's. */
  guest?: VisitorId | undefined;
  /** For the list of sessions: "Chrome, Android". */
  device: string;
  /** Whether a form of ours was filled in, as far as that can be told: for who has no address, a better place in the queue. */
  filledIn?: boolean;
}

/** Two tokens for the browser's cookies: one that is signed in, one that was. */
export type SignInResult =
  | { ok: true; account: Account; session: string; browser: string }
  | { ok: false; reason: "wrong" | "limited" | "gone" };

/** `taken`: the address has an account. */
export type RegisterResult = (SignInResult & { ok: true }) | { ok: false; reason: "taken" | "limited" };

/**
 * Registering, signing in and out, passwords (S-3, S-5). Addresses are as `normaliseEmail` gives them. Known and unknown ones
 * get the same answers after the same work, but for registering. `limited`: too often; nothing was looked at.
 */
export interface AccessDesk {
  /** Makes the account, signs in, and mails a link that confirms the address. */
  register(
    registration: { email: string; password: string; firstName: string; lastName: string },
    from: Caller,
  ): Promise<RegisterResult>;
  /** Mails that link once more; three times an hour. */
  askConfirmation(account: VisitorId): Promise<"asked" | "confirmed" | "limited">;
  logIn(email: string, password: string, from: Caller): Promise<SignInResult>;
  accountOf(session: string): Promise<Account | undefined>;
  logOut(session: string): Promise<void>;
  /** Mails a link that is good for 30 minutes, if there is an account; one in ten minutes. */
  askReset(email: string): Promise<void>;
  /** Whether a mailed link can still be used. */
  isGood(token: string, kind: "registration" | "reset" | "email"): Promise<boolean>;
  /**
   * Sets a new password, once a link, and signs in; every other session ends. An address that was never confirmed is so now, and
   * its account is empty: whoever filled it may have been a stranger.
   */
  reset(token: string, password: string, from: Caller): Promise<SignInResult>;
  /** The same for who knows the current one. */
  changePassword(account: VisitorId, current: string, password: string, from: Caller): Promise<SignInResult>;
  /** Mails a link to the new address. @param session the one that goes on once the address is changed */
  askEmail(
    account: VisitorId,
    password: string,
    email: string,
    session: string,
  ): Promise<"asked" | "wrong" | "limited">;
  /**
   * Uses a link that was mailed to an address: of the registration, or of a change, which ends the other sessions.
   * @returns whether the account has the address now, and it is confirmed
   */
  confirmEmail(token: string, kind: "registration" | "email"): Promise<boolean>;
  isPassword(account: VisitorId, password: string): Promise<"right" | "wrong" | "limited">;
  /** Where the account is signed in, the newest first. */
  sessions(account: VisitorId, session: string): Promise<{ since: Date; device: string; isThis: boolean }[]>;
  endOtherSessions(account: VisitorId, session: string): Promise<void>;
  /** Sessions, links and counts that have run out go. */
  forget(): Promise<void>;
}

export interface AccountDesk {
  save(account: VisitorId, profile: Profile): Promise<void>;
  /** Who the next parcel is probably for: the profile, and where the last order went unless the address is another one. */
  recipient(account: VisitorId): Promise<Partial<Recipient> | undefined>;
  /** Deletes account, cart, wishlist and access. Its orders stay, without the person: at once, or when they have ended. */
  close(account: VisitorId): Promise<void>;
  /** The same, for who reads the letter of a registration and did not register. @returns whether the link was good */
  disown(token: string): Promise<boolean>;
  /** Forgets the persons of orders that have ended since their accounts were closed. */
  forgetRecipients(): Promise<void>;
}

export interface Message {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export interface MessageDesk {
  /**
   * Stores the message and queues two mails, one to the shop and one that tells the sender it has arrived, all or nothing.
   * `repeated`: this very form was sent before. `key-used`: another message was; this one is not stored. `limited`: nor is one of
   * too many from one address. Of those that are stored the first of an hour alone are answered with the second mail.
   * @param key minted by the server with the form
   * @param address of the client; undefined when only a proxy's is known: then it limits nobody
   */
  send(
    request: Message & { key: string; address?: string | undefined },
  ): Promise<"sent" | "repeated" | "key-used" | "limited">;
  /** Messages from before then go. @returns how many */
  forget(before: Date): Promise<number>;
}

export interface NewsletterDesk {
  /**
   * Mails a link that confirms, unless the address is confirmed already. Nobody fills another's letter box: an address is
   * asked once a day and three times in all, and not at all once its owner has left, until `forgetUnconfirmed` forgets that
   * as well. It is the same to the caller in any case (S-5). `limited`: too many were entered by one client; nothing was looked at.
   * @param email as `normaliseEmail` gives it: an address is subscribed once
   * @param from the client's address of the network; undefined when only a proxy's is known: then it limits nobody
   */
  subscribe(email: string, from?: string): Promise<"asked" | "limited">;
  /** @returns whether the link is one of ours, used before or not */
  confirm(token: string): Promise<boolean>;
  /**
   * Forgets the address, and the mails that asked it, sent or not; a hash of it stays as a bar to asking.
   * @returns whether it was known: a link that is used again finds nothing left to do
   */
  unsubscribe(token: string): Promise<boolean>;
  /** Addresses asked before then that never answered go, and the bars of those that left before then. @returns how many */
  forgetUnconfirmed(askedBefore: Date): Promise<number>;
}

/** The desks write mails when they change something; whoever delivers them asks here. */
export interface MailDesk {
  /**
   * Mails that are to be sent now, the longest due first. Nobody else gets them for the five minutes of the lease; those that
   * were not settled by then are due again.
   */
  claim(count: number): Promise<OutgoingMail[]>;
  /**
   * Says what became of a claimed mail. One that failed is due again after 1, 2, 4 … minutes, six hours at most, and given up
   * with the twelfth attempt.
   * @param failure a code, without anything personal; absent when the mail was sent
   * @returns when it is tried again
   */
  settle(id: string, failure?: string): Promise<{ nextTry?: Date }>;
  waiting(): Promise<{ waiting: number; givenUp: number }>;
  /** What was sent or given up, and is older than that, goes. @returns how many */
  forget(before: Date): Promise<number>;
}

export interface OutgoingMail {
  id: string;
  /** For logs: what the mail is about, and nothing of whom. */
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** Of its own, beside those that every mail has. */
  headers: Record<string, string>;
  createdAt: Date;
  /** From 1. */
  attempt: number;
}

export interface OfficeParcel {
  /** To be posted, posted, not taken by the courier, about to be withdrawn, withdrawn. */
  state: "waiting" | "posted" | "refused" | "leaving" | "withdrawn";
  /** Why the courier refused it, or why it was not posted the last time. */
  failure?: string;
  /** Where its label is to be printed from. */
  label?: string;
  story?: ParcelStory;
}

/** A parcel on its way, as its shopper may read it: never its label. */
export interface ParcelStory {
  tracking: string;
  /** The newest first. */
  events: { label: string; reason?: string; at: Date }[];
}

/** Fees and places are read, and asked for again, in the background; parcels go first. */
export type CallPurpose = "parcel" | "background";

/** What an answer said of the quota. */
export interface CallHeard {
  /** Calls left, as far as it was said. */
  second?: number | undefined;
  minute?: number | undefined;
  hour?: number | undefined;
  day?: number | undefined;
  /** The courier asks to wait so long. */
  retryAfterMs?: number | undefined;
}

/** What whoever speaks to the courier asks the shop, and tells it (app/courier). Nothing here is for shoppers. */
export interface DispatchDesk {
  /**
   * A call within the quota, which all processes share, or how long to wait for one. It counts from now until `endCall`, and
   * for its second, minute, hour and day from there: the courier counted it at some moment between.
   */
  takeCall(purpose: CallPurpose): Promise<{ call: string } | { waitMs: number }>;
  endCall(call: string, heard: CallHeard): Promise<void>;

  /**
   * Reading places and fees anew, once a day, by one process at a time: whoever begins has five minutes from its last step. What
   * a process that died had read is there for the next one. Undefined while there is nothing to do.
   */
  beginReading(): Promise<Reading | undefined>;
  /** @returns false when the reading is another process's by now */
  keepWilayas(reader: string, wilayas: readonly ListedWilaya[]): Promise<boolean>;
  keepWilaya(reader: string, wilaya: ReadWilaya): Promise<boolean>;
  /** Puts what was read to use, if it is whole and can be true; else what is in use stays. */
  finishReading(
    reader: string,
  ): Promise<{ outcome: "used"; remarks: string[] } | { outcome: "refused"; reason: string } | { outcome: "gone" }>;
  /** Goes on later: after 1, 2, 4 … minutes, six hours at most, and not before the courier allows. */
  putOffReading(reader: string, failure: string, retryAfterMs?: number): Promise<Date>;

  /** Parcels that something is to be done for. Nobody else gets them for five minutes. */
  claim(count: number): Promise<ParcelTask[]>;
  /** Before a parcel is posted: whether it still is to be, and is ours. From then on it may exist. */
  begin(task: ParcelTask): Promise<boolean>;
  settle(task: ParcelTask, outcome: ParcelOutcome): Promise<{ nextTry?: Date; remarks: string[] }>;
  /** Has a refused parcel tried again. @returns false when there is none */
  retry(orderNumber: string): Promise<boolean>;

  /** The body of a webhook, as it came. `closed`: this shop has no secret for it. */
  receive(body: Uint8Array, signature: string): Promise<"heard" | "forged" | "unreadable" | "closed">;
  /** Tracking numbers that the courier is to be asked about; they are not due again for six hours. */
  duePolls(count: number): Promise<string[]>;
  /** Keeps what the courier says and moves orders along. @returns what the shop's owner should know */
  hear(events: readonly CourierEvent[]): Promise<string[]>;
  /** What was said before then of parcels that are none of ours goes. @returns how many */
  forgetStrangers(before: Date): Promise<number>;
}

export type ListedWilaya = Pick<ReadWilaya, "id" | "name" | "isDeliverable">;

export interface Reading {
  reader: string;
  /** Undefined until the list of wilayas is kept. */
  wilayas: (ListedWilaya & { isRead: boolean })[] | undefined;
}

export interface ParcelTask {
  orderNumber: string;
  /** Tells one claim of this parcel from the next. */
  attempt: number;
  /** When somebody else may have it. */
  until: Date;
  /**
   * To be posted; to be found at the courier but not posted, since its order was sent by hand; or to be withdrawn, since its
   * order is cancelled.
   */
  what: "post" | "find" | "withdraw";
  /** It may have been posted before: the courier is to be asked. */
  wasAsked: boolean;
  tracking?: string;
  /** To be posted, or why it cannot be. */
  parcel: OutgoingParcel | { problem: string };
}

export type ParcelOutcome =
  | { kind: "posted"; tracking: string; label?: string | undefined }
  | { kind: "refused"; failure: string }
  | { kind: "later"; failure: string; retryAfterMs?: number | undefined }
  | { kind: "withdrawn" }
  /** The courier does not give it back. */
  | { kind: "kept" };

export interface OutgoingParcel {
  orderNumber: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  /** These three as the courier spells them. */
  fromWilaya: string;
  wilaya: string;
  commune: string;
  stopDeskId?: number | undefined;
  products: string;
  /** Dinars that the courier collects, delivery included. */
  collected: number;
  declaredValue: number;
  insured: boolean;
  /** Whole centimetres and kilograms. */
  parcel: Parcel;
}

/** Something that happened to a parcel, as the courier says it. */
export interface CourierEvent {
  /** The courier's own, of a webhook. */
  key?: string;
  /** "status", or the courier's name of another kind. */
  kind: string;
  tracking: string;
  status: string;
  reason?: string | undefined;
  at: Date;
}

/** Thrown when the shop cannot answer now and trying again later may help. */
export class ShopUnavailable extends Error {
  override name = "ShopUnavailable";
}

export type { DeliveryMode };
