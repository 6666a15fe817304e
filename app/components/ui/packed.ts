/**
 * What a page's loader returns, as one string. The framework numbers every value of an object it sends, and numbers do not
 * compress: a list of products costs a kilobyte less this way, of the fourteen that a page may weigh (P-1).
 * For plain data only: what JSON can say.
 */
export type Packed<Value> = string & { readonly packed?: Value };

export const pack = <Value>(value: Value): Packed<Value> => JSON.stringify(value);

export const unpack = <Value>(packed: Packed<Value>): Value => JSON.parse(packed) as Value;
