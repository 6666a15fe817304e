import { type AskedQuantity, type CartReply, type CartView, withQuantities } from "~/domain/order/cart-view";

/** A message beside a line, which a live region announces once. */
interface CartNotice {
  variantId: string;
  message: string;
}

export interface CartState {
  /** As it will be once every change is accepted. */
  cart: CartView;
  /** Why a change was refused, until its line is changed again. */
  notice?: CartNotice;
  /** Whether a change has no answer yet. */
  isBusy: boolean;
}

interface Shop {
  send: (variantId: string, quantity: AskedQuantity) => Promise<CartReply>;
  /** The request failed: a native form takes over. @returns what to say where the page stays */
  giveUp: (variantId: string, quantity: AskedQuantity) => Promise<string | undefined>;
}

/**
 * Shows changes at once and posts them one after the other, only the last quantity of each line:
 * ten quick presses are two requests, and the newest answer counts.
 */
export class CartQueue {
  private settled: CartView;
  private readonly wanted = new Map<string, AskedQuantity>();
  private isRunning = false;
  private readonly listeners = new Set<() => void>();
  state: CartState;

  constructor(
    cart: CartView,
    private readonly shop: Shop,
  ) {
    this.settled = cart;
    this.state = { cart, isBusy: false };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): CartState => this.state;

  /** @param quantity absolute */
  set(variantId: string, quantity: AskedQuantity): void {
    this.wanted.set(variantId, quantity);
    this.publish(this.state.notice?.variantId === variantId ? undefined : this.state.notice);
    if (!this.isRunning) void this.run();
  }

  /** Takes over the cart that another view has received. */
  settle(cart: CartView): void {
    this.settled = cart;
    this.publish(this.state.notice);
  }

  /** For a page that is being left. @returns the unanswered changes, which the caller must send */
  leave(): [variantId: string, quantity: AskedQuantity][] {
    const rest = [...this.wanted];
    this.wanted.clear();
    // Back out of the browser's memory nothing is under way.
    this.publish(this.state.notice);
    return rest;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    for (let next = first(this.wanted); next; next = first(this.wanted)) {
      const [variantId, quantity] = next;
      let reply: CartReply;
      try {
        reply = await this.shop.send(variantId, quantity);
      } catch {
        const newest = this.wanted.get(variantId);
        const message = newest === undefined ? undefined : await this.shop.giveUp(variantId, newest);
        this.isRunning = false;
        if (message === undefined) return;
        this.wanted.clear();
        this.publish({ variantId, message });
        return;
      }
      this.settled = reply.cart;
      const isLast = this.wanted.get(variantId) === quantity;
      if (isLast) this.wanted.delete(variantId);
      this.publish(isLast && reply.refused ? reply.refused : this.state.notice);
    }
    this.isRunning = false;
    this.publish(this.state.notice);
  }

  private publish(notice: CartNotice | undefined): void {
    const isBusy = this.wanted.size > 0;
    this.state = { cart: withQuantities(this.settled, this.wanted), ...(notice ? { notice } : {}), isBusy };
    for (const listener of this.listeners) listener();
  }
}

const first = <Key, Value>(map: Map<Key, Value>): [Key, Value] | undefined => map.entries().next().value;
