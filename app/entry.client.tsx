import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepPress } from "./components/hydration/keep-press";
import { keepTyped } from "./components/hydration/keep-typed";
import { ServerPage } from "./components/hydration/server-page";
import { watchPictures } from "./components/hydration/watch-pictures";
import { enhance } from "./components/layout/enhance";

/**
 * Scripts take over the page that the server sent, or leave it alone. React is given the shop's own container only: what
 * in-app browsers and extensions add to <html> or <body> is none of its business, and no reason to rebuild the page.
 */
const container = document.getElementById("app");
const remix = (window as { __remixContext?: { stream?: unknown } }).__remixContext;

enhance();

if (container) watchPictures(container);

// An engine that could not set up the hand-over stream (no TextEncoderStream) would make React fail and empty the page.
if (container && remix?.stream)
  void dataArrived().then(() => {
    const finishPress = keepPress(container);
    const restore = keepTyped(container);
    const ready = () => {
      restore();
      finishPress();
    };
    startTransition(() => {
      hydrateRoot(
        container,
        <ServerPage html={container.innerHTML} onReady={ready}>
          <RemixBrowser />
        </ServerPage>,
        // A page that differs from what was sent is mended by React; what was typed is put back by `ready`.
        { onRecoverableError: () => undefined },
      );
    });
  });

/**
 * RemixBrowser throws the promise of its data until these are decoded. Thrown inside React it would suspend the root, and a press
 * of the shopper at that moment ends hydration for good (React's error 345). So it is asked once before, outside.
 */
async function dataArrived(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (data) {
    await data;
  }
}
