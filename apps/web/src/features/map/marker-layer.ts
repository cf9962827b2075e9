import { m } from '#messages';
import { Clusters, type MapMarker } from './clusters';
import { metresBetween } from '../../lib/great-circle';
import type { LatLng, MapPort, AddedElement } from './map-port';
import { blotArt, brickArt, paletteArt, puffArt } from './pin-art';
import { countLabel, type Pin, pinLabel } from './pins';
import type { CountedCell } from './work-tiles';

/** Pixels that a finger may move on a marker before it counts as a pan. */
const SLIP = 6;
/** Milliseconds that a landing takes; see map.css. */
const LANDING = 900;

export interface MarkerEvents {
  onSelect(pin: Pin): void;
  /** Pins at exactly the same point, which no zoom can separate. */
  onSelectGroup(pins: Pin[]): void;
  /** The focused marker was removed, and there is no other. */
  onFocusLost(): void;
}

/**
 * The markers of the map as real buttons: they can be tabbed to, named, and look alike on every map
 * library. Elements are kept by key, so that a pan moves them and does not create them again.
 */
export class MarkerLayer {
  private clusters = new Clusters([]);
  private readonly shown = new Map<string, { added: AddedElement; element: HTMLElement; position: LatLng }>();
  private selected: string | null = null;
  private level = Number.NaN;
  private chosen: AddedElement | null = null;
  private readonly stopFollowing: () => void;

  constructor(
    private readonly port: MapPort,
    private readonly events: MarkerEvents,
  ) {
    this.stopFollowing = port.onMove((settled) => {
      // Between two levels nothing regroups: while moving, only a new level needs work.
      if (settled || Math.floor(port.view().zoom) !== this.level) this.draw();
    });
  }

  setPins(pins: readonly Pin[], countedCells: readonly CountedCell[]): void {
    this.clusters = new Clusters(pins, countedCells);
    this.draw();
  }

  select(key: string | null): void {
    this.selected = key;
    for (const [each, { element }] of this.shown) element.toggleAttribute('data-selected', each === key);
  }

  /** Animates the pin with this key as new, if it is in view. */
  land(key: string): void {
    const shown = this.shown.get(key);
    if (shown) puff(shown.element);
  }

  /** A chalk cross at the chosen point; null removes it. */
  setChosen(position: LatLng | null): void {
    this.chosen?.remove();
    this.chosen = null;
    if (!position) return;
    const element = document.createElement('div');
    element.className = 'map-chosen';
    element.setAttribute('aria-hidden', 'true');
    this.chosen = this.port.addElement(element, position, 'center');
  }

  destroy(): void {
    this.stopFollowing();
    for (const { added } of this.shown.values()) added.remove();
    this.shown.clear();
    this.chosen?.remove();
  }

  private draw(): void {
    const view = this.port.view();
    this.level = Math.floor(view.zoom);
    const markers = new Map(this.clusters.markers(view).map((marker) => [marker.key, marker]));
    let focusedAt: LatLng | null = null;
    for (const [key, { added, element, position }] of this.shown) {
      if (markers.has(key)) continue;
      if (element === document.activeElement) focusedAt = position;
      added.remove();
      this.shown.delete(key);
    }
    for (const marker of markers.values()) this.show(marker);
    if (focusedAt) this.focusNear(focusedAt);
  }

  /** When a group opens, the focus moves to the nearest marker. */
  private focusNear(place: LatLng): void {
    const [nearest] = [...this.shown.values()].sort(
      (a, b) => metresBetween(a.position, place) - metresBetween(b.position, place),
    );
    if (nearest) nearest.element.focus({ preventScroll: true });
    else this.events.onFocusLost();
  }

  private show(marker: MapMarker): void {
    const shown = this.shown.get(marker.key);
    if (shown) {
      shown.added.move(marker.position);
      shown.position = marker.position;
      if (marker.kind === 'pin') namePin(shown.element, marker.pin);
      return;
    }
    const element = marker.kind === 'pin' ? this.pinElement(marker.pin) : this.clusterElement(marker);
    element.toggleAttribute('data-selected', marker.key === this.selected);
    const added = this.port.addElement(element, marker.position, marker.kind === 'pin' ? 'bottom' : 'center');
    this.shown.set(marker.key, { added, element, position: marker.position });
  }

  private pinElement(pin: Pin): HTMLElement {
    const button = markerButton(`map-pin map-pin--${pin.kind}`, () => this.events.onSelect(pin));
    button.innerHTML = `<span class="pin-figure">${pin.kind === 'wall' ? brickArt : paletteArt}</span>`;
    namePin(button, pin);
    return button;
  }

  private clusterElement(marker: MapMarker & { kind: 'cluster' }): HTMLElement {
    const total = marker.works + marker.walls;
    const button = markerButton('map-cluster', () => {
      if (marker.opensAt === null) this.events.onSelectGroup(marker.pins());
      else this.port.setCenter(marker.position, marker.opensAt + 0.2);
    });
    button.style.setProperty('--share', String(marker.walls / total));
    button.toggleAttribute('data-gone', marker.gone === total);
    button.style.setProperty('--size', `${Math.min(76, 44 + Math.log2(total) * 4)}px`);
    button.innerHTML =
      `${blotArt}<span class="map-cluster__count" aria-hidden="true">` +
      `${total > 999 ? `${Math.floor(total / 1000)}k` : total}</span>`;
    const count = countLabel(marker.works, marker.walls);
    const label = marker.opensAt === null ? m.map_cluster_here({ count }) : m.map_cluster_zoom({ count });
    button.setAttribute('aria-label', label);
    button.title = label;
    return button;
  }
}

function puff(element: HTMLElement): void {
  element.insertAdjacentHTML('beforeend', puffArt);
  element.dataset.landing = '';
  setTimeout(() => {
    delete element.dataset.landing;
    element.querySelector('.pin-puff')?.remove();
  }, LANDING);
}

function namePin(element: HTMLElement, pin: Pin): void {
  element.title = pin.title;
  element.setAttribute('aria-label', pinLabel(pin));
  element.toggleAttribute('data-gone', pin.gone);
}

/** A button on the map: a click is not a click on the ground, and a pan that begins on it is no click. */
function markerButton(className: string, onActivate: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  let from = { x: 0, y: 0 };
  button.addEventListener('pointerdown', ({ clientX, clientY }) => {
    from = { x: clientX, y: clientY };
  });
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    // A click by keyboard has no pointer and no detail.
    const slipped = event.detail > 0 && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP;
    if (!slipped) onActivate();
  });
  button.addEventListener('dblclick', (event) => event.stopPropagation());
  button.addEventListener('keydown', (event) => event.stopPropagation());
  return button;
}
