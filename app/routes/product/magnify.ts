const MOST = 4;
/** One press of a button or key. */
const STEP = 1.5;
/** How far an arrow key moves a large picture, in parts of the view. */
const SHIFT = 0.2;

/** A picture that is made larger by wheel, pinch, double click and calls, and then moved about. */
interface Magnified {
  zoom: (isLarger: boolean) => void;
  /** In steps; 1 shows what is left of it, or above. */
  move: (x: number, y: number) => void;
  reset: () => void;
  /** Larger by one step, with this point in the middle: parts of the picture's width and height. */
  enlargeAt: (x: number, y: number) => void;
  /** Whether it is larger than its view. */
  isLarge: () => boolean;
  /** Called when one finger or the mouse has moved a picture that is not large, in pixels. */
  onSwipe: (x: number, y: number) => void;
}

/** @param view clips the picture, which fills it */
export function magnify(view: HTMLElement, image: HTMLElement): Magnified {
  let scale = 1;
  /** Distance of the picture's centre from the view's, in pixels. */
  let x = 0;
  let y = 0;
  const pointers = new Map<number, { x: number; y: number }>();
  /** Where a movement of one pointer began; undefined once there were two. */
  let began: { x: number; y: number } | undefined;

  function draw() {
    const { clientWidth: width, clientHeight: height } = view;
    const side = Math.min(width, height) * scale;
    const within = (by: number, room: number) => {
      const most = Math.max(0, (side - room) / 2);
      return Math.max(-most, Math.min(most, by));
    };
    x = within(x, width);
    y = within(y, height);
    image.style.transform = scale === 1 ? "" : `translate(${x}px,${y}px) scale(${scale})`;
    view.classList.toggle("large", scale > 1);
  }

  /** Keeps the point under the finger or the pointer where it is. */
  function zoomAt(factor: number, clientX: number, clientY: number) {
    const { left, top, width, height } = view.getBoundingClientRect();
    const before = scale;
    scale = Math.max(1, Math.min(MOST, scale * factor));
    const fromX = clientX - left - width / 2;
    const fromY = clientY - top - height / 2;
    x = fromX - ((fromX - x) * scale) / before;
    y = fromY - ((fromY - y) * scale) / before;
    draw();
  }

  const zoomInTheMiddle = (factor: number) => {
    const { left, top, width, height } = view.getBoundingClientRect();
    zoomAt(factor, left + width / 2, top + height / 2);
  };

  view.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Lines and pages of a mouse wheel count as many pixels; a pinch on a touchpad sends few.
      const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : 30);
      const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002));
      zoomAt(Math.max(1 / STEP, Math.min(STEP, factor)), event.clientX, event.clientY);
    },
    { passive: false },
  );
  view.addEventListener("dblclick", (event) => zoomAt(scale > 1 ? 0 : STEP ** 2, event.clientX, event.clientY));
  view.addEventListener("dragstart", (event) => event.preventDefault());

  view.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    view.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    began = pointers.size === 1 ? { x: event.clientX, y: event.clientY } : undefined;
  });
  view.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) {
      const apart = (point: typeof now) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      // The middle of two fingers moves by half of what one of them does.
      x += (now.x - last.x) / 2;
      y += (now.y - last.y) / 2;
      zoomAt(apart(now) / apart(last), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (scale > 1) {
      x += now.x - last.x;
      y += now.y - last.y;
      draw();
    }
  });
  const release = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || !began || scale > 1) return;
    if (event.type === "pointerup") magnified.onSwipe(event.clientX - began.x, event.clientY - began.y);
    began = undefined;
  };
  view.addEventListener("pointerup", release);
  view.addEventListener("pointercancel", release);
  window.addEventListener("resize", draw);

  const magnified: Magnified = {
    zoom: (isLarger) => zoomInTheMiddle(isLarger ? STEP : 1 / STEP),
    move(stepsX, stepsY) {
      x += stepsX * view.clientWidth * SHIFT;
      y += stepsY * view.clientHeight * SHIFT;
      draw();
    },
    reset() {
      scale = 1;
      draw();
    },
    enlargeAt(partX, partY) {
      scale = STEP;
      const side = Math.min(view.clientWidth, view.clientHeight) * scale;
      x = (0.5 - partX) * side;
      y = (0.5 - partY) * side;
      draw();
    },
    isLarge: () => scale > 1,
    onSwipe: () => undefined,
  };
  return magnified;
}
