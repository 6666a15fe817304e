import type { Cart } from "~/domain/cart";
import type { Category, Collection, Gender, Kind, Product, ProductCard } from "~/domain/catalogue";
import type { Commune, DeliveryMode, Fees, StopDesk, Wilaya } from "~/domain/delivery";
import type { Order, OrderStatus, Recipient, WantedLine } from "~/domain/order";

/**
 * What the shop can do, whoever does it: its own database (shop/local) or another shop's API. Pages know this interface and
 * nothing behind it. Identifiers are opaque strings; amounts whole dinars.
 */
export interface Shop {
  catalogue: CatalogueDesk;
  courier: CourierDesk;
  carts: CartDesk;
  orders: OrderDesk;
  /** Ends connections; the shop is unusable afterwards. */
  close(): Promise<void>;
}

export const sorts = ["nouveautes", "prix-croissant", "prix-decroissant"] as const;
export type Sort = (typeof sorts)[number];

export interface ProductQuery {
  sort: Sort;
  /** From 1. A page behind the last one is an empty page. */
  page: number;
  /** 1 to 100; 20 unless told (section 9). */
  size?: number;
  collectionId?: string;
  kind?: Kind;
  gender?: Gender;
}

export interface ProductPage {
  products: ProductCard[];
  /** Of all pages together. */
  total: number;
  page: number;
  pages: number;
}

export interface CatalogueDesk {
  /** Active products only; sold-out ones are shown and say so. Ties are broken by id, so that pages never overlap. */
  list(query: ProductQuery): Promise<ProductPage>;
  /** By id or slug (decision 28); undefined when there is none or it is no longer sold. */
  product(idOrSlug: string): Promise<Product | undefined>;
  /** Products of the same kind, then of the same gender, never the product itself. */
  similar(productId: string, count: number): Promise<ProductCard[]>;
  categories(): Promise<Category[]>;
  collections(): Promise<Collection[]>;
}

export interface CourierDesk {
  /** The 58, by number. */
  wilayas(): Promise<Wilaya[]>;
  /** By name; empty for an unknown wilaya. */
  communes(wilayaId: number): Promise<Commune[]>;
  stopDesks(communeId: number): Promise<StopDesk[]>;
  /**
   * What the parcel of so many pairs costs to that commune, by way of delivery; `relais` is absent where there is no stop
   * desk. Undefined when commune and wilaya do not belong together, or are unknown.
   */
  quote(
    destination: { wilayaId: number; communeId: number },
    pairs: number,
    declaredValue: number,
  ): Promise<Quote | undefined>;
}

export type Quote = { domicile: Fees; relais?: Fees };

/** Opaque, made by the first addition, known by the hash of the token in the visitor's cookie. */
export type VisitorId = string;

export interface CartDesk {
  /** The cart as it stands now: fresh prices, fresh stock. An unknown visitor's is empty. */
  read(visitor: VisitorId | undefined): Promise<Cart>;
  /** Pairs in the cart; cheaper than `read`, for the badge. */
  count(visitor: VisitorId | undefined): Promise<number>;
  /**
   * Adds to the line of this variant, or makes one. Refused, with nothing changed, when the variant is unknown, sold out, or
   * the sum would pass the stock (then `stock` says how many there are) or the cart is full.
   */
  add(visitor: VisitorId, variantId: string, quantity: number): Promise<AddResult>;
  /** Sets a line to an absolute quantity; 0 removes it. A quantity above the stock is refused and nothing changes. */
  setQuantity(visitor: VisitorId, variantId: string, quantity: number): Promise<AddResult>;
  clear(visitor: VisitorId): Promise<void>;
  /** The shopper has seen today's prices: lines no longer say that they changed. */
  acceptPrices(visitor: VisitorId): Promise<void>;
  /** What was typed in the checkout, kept between its steps and until the order is placed. */
  draft(visitor: VisitorId): Promise<Recipient | undefined>;
  saveDraft(visitor: VisitorId, recipient: Recipient): Promise<void>;
}

/** `quantity`: pairs of this variant in the cart now. */
export type AddResult =
  | { ok: true; name: string; quantity: number }
  | { ok: false; reason: "unknown" | "sold-out" | "full" }
  | { ok: false; reason: "stock"; stock: number; name: string };

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
}

/** What differs from what was shown; each is told to the shopper, who decides. */
export type OrderChange =
  | { kind: "price"; variantId: string; name: string; before: number; now: number }
  | { kind: "stock"; variantId: string; name: string; wanted: number; stock: number }
  | { kind: "gone"; variantId: string }
  /** The cart holds another number of pairs than was shown: 0 when the line was removed, or ordered, elsewhere. */
  | { kind: "quantity"; variantId: string; name: string; before: number; now: number }
  | { kind: "fee"; before: number; now: number }
  | { kind: "destination" };

export type PlaceResult =
  /** New, or the very same form again: one order and one page. */
  | { outcome: "placed"; order: Order; repeated: boolean }
  /** Nothing was stored, no stock was taken. */
  | { outcome: "changed"; changes: OrderChange[] }
  /** The key belongs to an order with another content; no second one was made. */
  | { outcome: "key-used"; order: Order };

export interface OrderDesk {
  /**
   * In one transaction: reads prices, stock and fee, takes the stock, writes the order under its key, empties the cart. When
   * it returns `placed`, the order is on disk.
   */
  place(request: PlaceOrder): Promise<PlaceResult>;
  /** By number, for a visitor who placed it or was let in by `track`; undefined for everyone else (S-6). */
  read(number: string, visitor: VisitorId | undefined): Promise<Order | undefined>;
  /** Lets the visitor in who knows number and phone; undefined, after the same work, when they do not belong together. */
  track(number: string, phone: string, visitor: VisitorId): Promise<Order | undefined>;
  /** Moves an order along `statusSteps`; cancelled and returned pairs go back to the shelf, once. */
  setStatus(number: string, status: OrderStatus): Promise<"moved" | "refused" | "unknown">;
}

/** Thrown when the shop cannot answer now and trying again later may help. */
export class ShopUnavailable extends Error {
  override name = "ShopUnavailable";
}

export type { DeliveryMode };
