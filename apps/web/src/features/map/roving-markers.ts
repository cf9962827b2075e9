/** Selector of the elements of the marker layer; see map.css. */
const MARKERS = '.map-pin, .map-cluster';

const DIRECTIONS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Point {
  x: number;
  y: number;
}

/**
 * One tab stop for a map and all of its markers: the ground, or the marker that had the focus last. On the ground the
 * library's own keys move the map, and Space goes to the marker nearest to the middle; on a marker the arrow keys go to
 * the next one in their direction, and Escape back to the ground.
 */
export class RovingMarkers {
  private readonly observer: MutationObserver;
  /** The library's own tab stop. */
  private ground: HTMLElement | null = null;
  private marker: HTMLElement | null = null;

  /**
   * @param frame around the map, as large as what is seen of it
   * @param describedBy id of the text that explains the keys
   */
  constructor(
    private readonly frame: HTMLElement,
    private readonly describedBy: string,
  ) {
    frame.addEventListener('focusin', this.onFocus);
    // Before the library and the markers, which stop what they handle.
    frame.addEventListener('keydown', this.onKey, { capture: true });
    this.observer = new MutationObserver(() => this.update());
    this.observer.observe(frame, { childList: true, subtree: true });
    this.update();
  }

  focusGround(): void {
    (this.ground ?? this.frame).focus({ preventScroll: true });
  }

  destroy(): void {
    this.observer.disconnect();
    this.frame.removeEventListener('focusin', this.onFocus);
    this.frame.removeEventListener('keydown', this.onKey, { capture: true });
  }

  private update(): void {
    if (!this.ground?.isConnected) {
      this.ground = this.frame.querySelector<HTMLElement>(`[tabindex="0"]:not(${MARKERS}, button, summary)`);
      this.ground?.setAttribute('aria-describedby', this.describedBy);
    }
    if (!this.marker?.isConnected) this.marker = null;
    const markers = this.markers();
    const stop = this.marker ?? this.ground ?? markers[0];
    for (const element of this.ground ? [this.ground, ...markers] : markers)
      element.tabIndex = element === stop ? 0 : -1;
  }

  private readonly onFocus = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    if (!element.matches(MARKERS) && element !== this.ground) return;
    this.marker = element === this.ground ? null : element;
    this.update();
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const element = event.target as HTMLElement;
    const next =
      element === this.ground
        ? this.fromGround(event.key)
        : element.matches(MARKERS)
          ? this.fromMarker(element, event.key)
          : undefined;
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus({ preventScroll: true });
  };

  /** Undefined for a key that is not ours, null where there is nowhere to go. */
  private fromGround(key: string): HTMLElement | null | undefined {
    if (key !== ' ') return undefined;
    const middle = middleOf(this.frame);
    return nearest(this.inView(), (point) => distance(middle, point));
  }

  private fromMarker(marker: HTMLElement, key: string): HTMLElement | null | undefined {
    if (key === 'Escape') return this.ground;
    const direction = DIRECTIONS[key];
    if (!direction) return undefined;
    const from = middleOf(marker);
    const others = this.inView().filter((other) => other !== marker && ahead(from, middleOf(other), direction) > 0);
    // A marker straight ahead comes before one that is nearer but to the side.
    return nearest(others, (point) => distance(from, point) ** 2 / ahead(from, point, direction));
  }

  private markers(): HTMLElement[] {
    return [...this.frame.querySelectorAll<HTMLElement>(MARKERS)];
  }

  /** The layer also holds markers a little beyond the edge. */
  private inView(): HTMLElement[] {
    const { left, right, top, bottom } = this.frame.getBoundingClientRect();
    return this.markers().filter((marker) => {
      const { x, y } = middleOf(marker);
      return x >= left && x <= right && y >= top && y <= bottom;
    });
  }
}

function middleOf(element: HTMLElement): Point {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);

/** Pixels from one point to another along a direction. */
const ahead = (from: Point, to: Point, [x, y]: readonly [number, number]) => (to.x - from.x) * x + (to.y - from.y) * y;

function nearest(elements: HTMLElement[], cost: (point: Point) => number): HTMLElement | null {
  return (
    elements.reduce<{ element: HTMLElement; cost: number } | null>((best, element) => {
      const own = cost(middleOf(element));
      return best && best.cost <= own ? best : { element, cost: own };
    }, null)?.element ?? null
  );
}
