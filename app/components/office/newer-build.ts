/** Pages that outlive an upgrade: their scripts may misread what the new version answers. */

/** On each answer to the router: the build of the office's scripts that its version has. */
export const BUILD = "X-Office-Build";

let isOutdated = false;

/** Wraps `fetch` for the router. */
export function noteNewerBuild(send: typeof fetch, own: string): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    isOutdated ||= (answer.headers.get(BUILD) ?? own) !== own;
    return answer;
  };
}

const reading = { click: 'a[href]:not([href^="#"])', submit: 'form[method="get"]' };

/** Leaves what leads to another page to the browser then, which loads it with its own scripts. */
export function leaveOutdatedPage(): void {
  for (const [type, selector] of Object.entries(reading))
    addEventListener(
      type,
      (event) => {
        if (isOutdated && (event.target as Element).closest(selector)) event.stopPropagation();
      },
      true,
    );
}
