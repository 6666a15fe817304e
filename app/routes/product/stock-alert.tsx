import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Breadcrumb } from "~/components/catalogue/breadcrumb";
import { ErrorSummary } from "~/components/forms/error-summary";
import { emailField, phoneField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { Honeypot } from "~/components/forms/honeypot";
import { OwnForm } from "~/components/forms/own-form";
import { RadioGroup } from "~/components/forms/radio-group";
import { SubmitRow } from "~/components/forms/submit-row";
import { pageMeta } from "~/components/layout/page-meta";
import { ButtonLink, TextLink } from "~/components/ui/links";
import { categorySteps } from "~/domain/catalogue/category-path";
import { hasLabels, soldOutSizes } from "~/domain/catalogue/choice";
import { ONE_COLOR, sizeName, variantWords } from "~/domain/catalogue/size";
import { stockAlertForm } from "~/domain/catalogue/stock-alert-form";
import { isHoneypotEmpty, readForm } from "~/forms/form.server";
import { parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { accountOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { findProduct } from "./find-product.server";
import { Similar } from "./similar";

/** Private because an account's e-mail address is filled in. */
export const handle = { search: "hidden" } satisfies RouteHandle;

/** The address once a request is noted, which says so without a cookie, too. */
const NOTED = "notee";
const SIMILAR = 4;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const product = await findProduct(params.id, request, "/prevenez-moi");
  const { searchParams } = new URL(request.url);
  const isNoted = searchParams.get("demande") === NOTED;
  const choices = soldOutSizes(product).map(({ color, sizes }) => ({
    color: color.slug === ONE_COLOR.slug ? "" : color.name,
    articles: sizes.map((size) => ({ id: size.variantId, name: sizeName(size), size: size.size, color: color.slug })),
  }));
  const all = choices.flatMap(({ articles }) => articles);
  const ofColor = all.filter(({ color }) => color === searchParams.get("couleur"));
  const asked = ofColor.find(({ size }) => String(size) === searchParams.get("pointure"));
  const only = ofColor.length > 0 ? ofColor : all;
  const article = asked?.id ?? (only.length === 1 ? only[0]?.id : "") ?? "";
  const { catalogue } = await getShop();
  return {
    steps: categorySteps(await catalogue.categoryTrail(product.categoryId)),
    product: { slug: product.slug, name: product.name, isLabelled: hasLabels(product) },
    choices,
    values: { article, email: (await accountOf(request))?.email ?? "", telephone: "" },
    isNoted,
    similar: isNoted ? await catalogue.similar(product.id, SIMILAR) : [],
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const product = await findProduct(params.id, request, "/prevenez-moi");
  const form = await readForm(request);
  const { value, ...view } = parseForm(form, stockAlertForm);
  if (!value) return refusal(view);
  const { article, email, telephone } = value;
  const variant = product.variants.find(({ id }) => id === article);
  const unknown = () => refusal(withErrors(view, stockAlertForm.id, { article: "Choisissez ce que vous attendez" }));
  if (!variant) return unknown();
  if (!isHoneypotEmpty(form))
    return refusal({ ...view, intro: "Vérifiez votre demande, puis envoyez-la encore une fois." });
  const outcome = await (await getShop()).stockAlerts.request({
    variantId: article,
    contacts: [email, telephone].filter((contact) => contact !== ""),
    address: currentRequest()?.address,
  });
  const page = `/product/${product.slug}`;
  switch (outcome) {
    case "limited": {
      const intro =
        "Trop de demandes viennent de cette connexion, ou sont faites pour ce contact\u00a0: réessayez plus tard.";
      return refusal({ ...view, intro }, 429);
    }
    case "in-stock": {
      const choice = new URLSearchParams({ couleur: variant.color.slug, pointure: String(variant.size) });
      const message = `Bonne nouvelle\u00a0: ${variantWords(variant)} est de nouveau en stock.`;
      return redirectWithSuccess(`${page}?${choice}`, message);
    }
    case "noted": {
      const message = `C'est noté. Nous vous prévenons dès le retour en stock\u00a0: ${product.name}, ${variantWords(variant)}.`;
      return redirectWithSuccess(`${page}/prevenez-moi?demande=${NOTED}`, message);
    }
    default:
      return unknown();
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: [data?.isNoted ? "C'est noté" : "Prévenez-moi", data?.product.name].filter(Boolean).join(" – "),
    description: "Laissez un e-mail ou un téléphone, nous vous prévenons une fois, dès le retour en stock.",
  });

const fields = [
  { ...emailField, required: false },
  { ...phoneField, required: false },
];

export default function StockAlert() {
  const { product, steps, choices, values, isNoted, similar } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const page = `/product/${product.slug}`;
  const here = { name: "Prévenez-moi", path: `${page}/prevenez-moi` };
  const trail = [...steps, { name: product.name, path: page }, here];
  const back = (
    <p className="mt-6">
      <ButtonLink href={page}>Retour au produit</ButtonLink>
    </p>
  );
  if (isNoted && !refused)
    return (
      <>
        <Breadcrumb trail={trail} />
        <div className="page py-8">
          <div className="prose">
            <h1 className="text-2xl">C'est noté</h1>
            <p>
              Nous vous prévenons une fois, dès que {product.name} revient&nbsp;: en quelques minutes par e-mail, ou par
              téléphone. Une demande déjà faite ne compte qu'une fois.
            </p>
          </div>
          {back}
        </div>
        <Similar products={similar} />
      </>
    );
  const state = refused ?? { values, errors: {} };
  const nothing = choices.length === 0;
  return (
    <>
      {refused && <ErrorSummary within="page" problems={refused.problems} intro={refused.intro} />}
      <Breadcrumb trail={trail} />
      <div className="page py-8">
        <div className="max-w-prose">
          <h1 className="text-2xl">Prévenez-moi</h1>
          {nothing ? (
            <>
              <p className="mt-2">{product.name} est en stock&nbsp;: il n'y a rien à attendre.</p>
              {back}
            </>
          ) : (
            <>
              <p className="mt-2">
                {product.name}&nbsp;: laissez un e-mail ou un téléphone, un seul suffit. Nous vous prévenons une fois,
                dès le retour en stock.
              </p>
              <OwnForm id="alerte" action={here.path} noValidate className="mt-6">
                <RadioGroup
                  name="article"
                  id="alerte-article-error"
                  legend={product.isLabelled ? "En rupture de stock" : "Pointures en rupture de stock"}
                  error={state.errors.article}
                >
                  {(invalid) =>
                    choices.map(({ color, articles }, group) => (
                      <div key={color} className="mt-2">
                        {color && <p>{color}</p>}
                        <div className="mt-1 flex flex-wrap gap-2">
                          {articles.map(({ id, name }, index) => (
                            <label key={id} className="pick">
                              <input
                                type="radio"
                                name="article"
                                value={id}
                                id={group === 0 && index === 0 ? "alerte-article" : undefined}
                                defaultChecked={id === state.values.article}
                                required
                                {...invalid}
                              />
                              <span className="tabular-nums">
                                {color && <span className="sr-only">{color}, </span>}
                                {name}
                              </span>
                            </label>
                          ))}
                        </div>
                      </div>
                    ))
                  }
                </RadioGroup>
                <Fields form="alerte" fields={fields} state={state} />
                <Honeypot />
                <SubmitRow className="button-primary w-full">Prévenez-moi</SubmitRow>
                <p className="hint mt-4">
                  Nous effaçons votre contact après vous avoir écrit ou appelé, au plus tard après 180 jours. Il ne sert
                  à rien d'autre&nbsp;: <TextLink href="/privacy">confidentialité</TextLink>.
                </p>
              </OwnForm>
            </>
          )}
        </div>
      </div>
    </>
  );
}
