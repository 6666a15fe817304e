import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { pageMeta } from "~/components/layout/page-meta";
import { ButtonLink, TallLink } from "~/components/ui/links";
import { categorySteps } from "~/domain/catalogue/category-path";
import { titleOf } from "~/domain/catalogue/product-title";
import { grouped } from "~/domain/values/plural";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { findProduct } from "./find-product.server";
import { Distribution, ReviewList, shownReviews } from "./reviews";

export const handle = { private: false, search: "open", reads: ["page"] } satisfies RouteHandle;

const SIZE = 20;

/** A product, or a page, without reviews leads back to the product. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct(params.id, request, "/avis");
  const typed = new URL(request.url).searchParams.get("page") ?? "1";
  const page = /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : 1;
  const { catalogue, reviews } = await getShop();
  const reviewed = await reviews.ofProduct(product.id, { offset: (page - 1) * SIZE, size: SIZE });
  if (reviewed.reviews.length === 0) throw redirect(`/product/${product.slug}`);
  const { slug, name, kind, gender } = product;
  return {
    product: { slug, name, title: titleOf({ name, kind, gender }) },
    steps: categorySteps(await catalogue.categoryTrail(product.categoryId)),
    shown: shownReviews(reviewed),
    page,
    pages: Math.ceil(reviewed.count / SIZE),
  };
}

const addressOf = (slug: string, page: number) => `/product/${slug}/avis${page > 1 ? `?page=${page}` : ""}`;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return [];
  const { product, page, shown } = data;
  const reviewers =
    shown.count > 1
      ? `Les ${grouped(String(shown.count))} avis de nos clients qui ont reçu ${product.title}\u00a0: leur note, leurs mots.`
      : `L'avis d'un client qui a reçu ${product.title}\u00a0: sa note, ses mots.`;
  return pageMeta(matches, {
    title: `Avis sur ${product.title}${page > 1 ? ` – page ${page}` : ""}`,
    description: shown.isDemo ? `Avis de démonstration sur ${product.title}\u00a0: ils sont fictifs.` : reviewers,
    canonical: addressOf(product.slug, page),
    noIndex: shown.isDemo,
  });
};

export default function AllReviews() {
  const { product, steps, shown, page, pages } = useLoaderData<typeof loader>();
  const here = `/product/${product.slug}`;
  const trail = [...steps, { name: product.name, path: here }, { name: "Avis", path: `${here}/avis` }];
  return (
    <>
      <Breadcrumb trail={trail} />
      <div className="page py-8">
        <div className="prose">
          <h1 className="text-2xl">Avis sur {product.title}</h1>
          <Distribution {...shown} />
          <p className="hint">
            {shown.isDemo
              ? "Cette boutique est une démonstration\u00a0: ces avis sont fictifs et disparaîtront avec elle."
              : "Chaque avis est de quelqu'un qui a reçu ce modèle. Nous n'en inventons aucun."}
          </p>
          <ReviewList reviews={shown.reviews} />
          {pages > 1 && (
            <nav aria-label="Pages" className="flex flex-wrap gap-x-6">
              {page > 1 && (
                <TallLink href={addressOf(product.slug, page - 1)} rel="prev">
                  Avis précédents
                </TallLink>
              )}
              {page < pages && (
                <TallLink href={addressOf(product.slug, page + 1)} rel="next">
                  Avis suivants
                </TallLink>
              )}
            </nav>
          )}
          <p>
            <ButtonLink href={here}>Retour au produit</ButtonLink>
          </p>
        </div>
      </div>
    </>
  );
}
