import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Banner } from "~/components/catalogue/banner";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { Parts } from "~/components/catalogue/chips";
import { listingMeta, listingStatus } from "~/components/catalogue/listing";
import { ListingSection } from "~/components/catalogue/listing-section";
import { useLayoutData } from "~/components/layout/layout-data";
import { breadcrumbData } from "~/components/ui/structured-data";
import { StructuredData } from "~/components/ui/structured-data-script";
import { categoryPath } from "~/domain/catalogue/category-path";
import { isRefined } from "~/domain/catalogue/listing";
import { movedTo } from "~/http/page-headers.server";
import type { RouteHandle } from "~/route-handle";
import { loadDepartment } from "./department.server";
import { Collections, chipName, Subcategories } from "./department-sections";

export const handle = {
  private: false,
  search: "open",
  lists: true,
  reads: ["subcategory"],
  prefetched: true,
} satisfies RouteHandle;

/** Section 2, Boston page: any top-level category without a page of its own. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const slug = params.slug ?? "";
  const path = categoryPath(slug);
  if (!path.startsWith("/category/")) throw movedTo(`${path}${new URL(request.url).search}`);
  const department = await loadDepartment(request, slug);
  const plain = slug.toLowerCase();
  if (!department && plain !== slug) throw movedTo(`${categoryPath(plain)}${new URL(request.url).search}`);
  if (!department) throw data({ message: "Catégorie non trouvée" }, { status: 404 });
  return data(department, { status: listingStatus(department.listing) });
}

type Department = NonNullable<Awaited<ReturnType<typeof loadDepartment>>>;

function trailOf(department: Department) {
  const part = chipName(department);
  const path = categoryPath(department.slug);
  return [
    { name: "Catégories", path: "/categories" },
    { name: department.name, path },
    ...(part ? [{ name: part, path: `${path}?subcategory=${department.chip}` }] : []),
  ];
}

export default function CategoryPage() {
  const department = useLoaderData<typeof loader>();
  const siteUrl = useLayoutData()?.siteUrl;
  const { slug, name, description, image, chip, children, collections, listing } = department;
  const base = categoryPath(slug);
  const isEmpty = listing.total === 0 && !isRefined(listing.query.refinement);
  const hasNothing = children.length === 0 && collections?.length === 0 && isEmpty;
  return (
    <div data-enhance="list">
      <Breadcrumb trail={trailOf(department)} />
      <Banner title={name} text={description} image={image} />
      <Parts>
        <Subcategories base={base} cards={children} current={chip} />
      </Parts>
      {hasNothing && <p className="page mt-10">Aucune catégorie ou collection disponible</p>}
      <section className="page mt-6 md:mt-8" aria-labelledby="produits">
        <h2 id="produits" className="text-xl md:text-2xl">
          {chipName(department) ?? "Tous les modèles"}
        </h2>
        <ListingSection
          listing={listing}
          level={3}
          wayOut={
            chip === "all"
              ? { href: "/categories", text: "Voir nos catégories" }
              : { href: base, text: `Voir tout ${name}` }
          }
        />
      </section>
      {collections?.length !== 0 && <Collections title={`Collections ${name}`} collections={collections} empty="" />}
      <StructuredData of={[breadcrumbData(siteUrl, trailOf(department))]} />
    </div>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: page, matches }) => {
  if (!page) return [];
  const department = page;
  const part = chipName(department);
  return listingMeta(matches, department.listing, {
    title: `${part ? `${part} – ` : ""}${department.name}`,
    description: `${part ? `${department.name}, ${part.toLowerCase()}. ` : ""}${department.description}`,
    image: department.image,
  });
};
