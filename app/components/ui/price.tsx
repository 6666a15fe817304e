import { DELIVERY_DELAY, whenPaid } from "~/domain/delivery/delivery";
import type { Range } from "~/domain/delivery/delivery-line";
import { formatDinars } from "~/domain/values/money";
import { Row } from "./row";

/** A price and the old one, which is struck through and named for screen readers. */
export function Price({ price, oldPrice }: { price: number; oldPrice?: number }) {
  const isReduced = oldPrice !== undefined && oldPrice > price;
  return (
    <span className="tabular-nums">
      {isReduced && <span className="sr-only">Prix </span>}
      <span data-testid="price" className={isReduced ? "me-1 text-accent" : undefined}>
        {formatDinars(price)}
      </span>
      {isReduced && (
        <>
          {" "}
          <span className="sr-only">Ancien prix </span>
          <s className="text-muted">{formatDinars(oldPrice)}</s>
        </>
      )}
    </span>
  );
}

/** What is paid in cash: forms post it as they show it, and the order compares it. */
export const totalOf = (of: { amount: number; reward?: number | undefined; fee: number }): number =>
  of.amount - (of.reward ?? 0) + of.fee;

const words = ({ least, most }: Range) =>
  least === most ? formatDinars(least) : `de ${formatDinars(least)} à ${formatDinars(most)}`;

/** Subtotal, reward, delivery and the total in cash, in sight before an order is confirmed. */
export function Totals(props: {
  amount: number;
  /** From the lowest to the highest until a commune is chosen. */
  fee: number | Range | undefined;
  isPickup: boolean;
  reward?: number | undefined;
  delay?: boolean;
  /** Whether it stands in a box already. */
  isBoxed?: boolean;
  /** By default as shoppers read it. */
  label?: string;
}) {
  const { amount, fee, isPickup, reward = 0, delay = false, isBoxed = false } = props;
  const { label = `À payer ${whenPaid(isPickup)}` } = props;
  const fees = typeof fee === "number" ? { least: fee, most: fee } : fee;
  const total = (fee: number) => totalOf({ amount, reward, fee });
  return (
    <dl className={isBoxed ? "rows mt-6" : "rows panel mt-6"}>
      <Row label="Sous-total" value={formatDinars(amount)} />
      {reward > 0 && <Row label="7ᵉ paire offerte" value={`−${formatDinars(reward)}`} />}
      <Row label="Livraison" value={fees ? words(fees) : "selon la commune"} />
      {delay && <Row label="Délai" value={DELIVERY_DELAY} />}
      {fees && (
        <Row
          label={label}
          value={words({ least: total(fees.least), most: total(fees.most) })}
          className="mt-1 border-t pt-2 text-lg font-semibold"
        />
      )}
    </dl>
  );
}
