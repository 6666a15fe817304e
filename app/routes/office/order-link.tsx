import { Link } from "@remix-run/react";
import { officeOrderPage } from "./order-paths";

/** The number of an order, which leads to its page. */
export const OrderLink = ({ number, className = "link inline-block" }: { number: string; className?: string }) => (
  <Link className={className} to={officeOrderPage(number)}>
    {number}
  </Link>
);
