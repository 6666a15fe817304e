import { useLoaderData } from "@remix-run/react";
import { fixedMeta } from "~/components/layout/page-meta";
import { ProductPicture } from "~/components/ui/product-picture";
import { categoryPath } from "~/domain/catalogue/category-path";
import { departmentGenders, departmentIn, departmentSlugs } from "~/domain/catalogue/department";
import { productsText } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";

export const handle = { private: false, search: "listed", prefetched: true } satisfies RouteHandle;

const first = { sort: "nouveautes", page: 1, size: 1 } as const;

/** Section 2, Categories: the top-level ones with their sub-categories. */
export async function loader() {
  const { catalogue } = await getShop();
  const categories = await catalogue.categories();
  const partsOf = (id: string) =>
    categories.filter(({ parentId, productCount }) => parentId === id && productCount > 0);
  const tops = categories.filter(({ parentId }) => parentId === undefined);
  const counted = tops.map(async ({ id, slug, name, description, image, productCount }) => {
    const gender = departmentGenders.find((candidate) => departmentSlugs[candidate] === slug);
    const department = gender && departmentIn(gender, categories);
    const count = department ? (await catalogue.list({ department, ...first })).total : productCount;
    return { slug, name, description, image, productCount: count, parts: partsOf(id) };
  });
  return (await Promise.all(counted)).filter(({ productCount }) => productCount > 0);
}

export default function CategoriesPage() {
  const categories = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <h1 className="text-2xl">Nos Catégories</h1>
      <ul className="mt-6 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        {categories.map(({ slug, name, description, image, productCount, parts }, index) => {
          const path = categoryPath(slug);
          return (
            <li key={slug} className="grid grid-cols-[2fr_3fr] content-start gap-x-6 border-t pt-6">
              <a className="group block no-underline" href={path}>
                <span className="plate block">
                  <ProductPicture
                    picture={image ? { src: image, alt: "", color: "" } : undefined}
                    sizes="(min-width:67.5em) 230px,37vw"
                    upTo={800}
                    loading={index === 0 ? "first" : index < 3 ? "eager" : "lazy"}
                    isNamedBeside
                  />
                </span>
                <h2 className="mt-2 text-xl group-hover:underline">{name}</h2>
                <span className="text-sm text-muted">{productsText(productCount)}</span>
              </a>
              <div>
                {description && <p className="hidden text-muted sm:block">{description}</p>}
                {parts.length > 0 && (
                  <ul className="sm:mt-2">
                    {parts.map((part) => (
                      <li key={part.slug}>
                        <a
                          className="quiet flex min-h-target items-center justify-between gap-4"
                          href={`${path}?subcategory=${part.slug}`}
                        >
                          <span>{part.name}</span>{" "}
                          <span className="whitespace-nowrap text-sm text-muted">
                            {productsText(part.productCount)}
                            {/* Behind what is seen, which voice control has to find in one piece. */}
                            <span className="sr-only">, {name}</span>
                          </span>
                        </a>
                      </li>
                    ))}
                  </ul>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export const meta = fixedMeta({
  title: "Nos Catégories",
  description:
    "Femme, homme, enfant, Boston\u00a0: toutes nos sandales, mules, ballerines, baskets et tongs, et tous nos sabots, rangés par catégorie.",
  canonical: "/categories",
});
