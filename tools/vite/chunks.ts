/**
 * What islands need together is one file, so that a first touch waits for one round trip. The rest
 * is divided as it is imported.
 */
const TOGETHER: [name: string, modules: RegExp][] = [
  [
    "react",
    /commonjsHelpers|\/node_modules\/(?:react|react-dom|scheduler)\/|\/app\/islands\/hydrate\.|forms\/use-hydrated\./,
  ],
  ["form", /\/node_modules\/@conform-to\/(?:react|dom)\//],
  ["form", /\/app\/components\/forms\/(?:field-specs|form-fields|text-control|use-live-form|validators)\./],
  ["delivery", /\/app\/components\/forms\/(?:delivery-fields|use-delivery)\.|product\/direct-order\./],
  [
    "figures",
    /\/app\/(?:domain\/(?:cart|choice|delivery|delivery-view|money|phone|size)|routes\/product\/(?:chosen|choose))\./,
  ],
];

/** @returns the name of the script that holds the module; undefined where Rollup decides */
export const manualChunks = (id: string) => TOGETHER.find(([, modules]) => modules.test(id))?.[0];
