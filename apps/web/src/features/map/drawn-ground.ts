import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { language } from '../../lib/language';
import shipped from 'virtual:geography?cells';
import { cellsIn, drawable, levelAt } from './geography/cells';
import { CellLoader } from './geography/load-cells';
import { surveyCrosses } from './graticule';
import type { MapView } from './map-port';

/** Countries in the language of the page. English names are those of the atlas, which are as short as its labels. */
function countryNames(): (name: string, region: string) => string {
  if (language() === 'en') return (name) => name;
  const names = new Intl.DisplayNames(language(), { type: 'region', style: 'short', fallback: 'none' });
  return (name, region) => (region ? (names.of(region) ?? name) : name);
}

/** The shipped geography on the map: land, coasts, borders and names of the cells in view, and the survey crosses. */
export class DrawnGround {
  private readonly loader = new CellLoader(shipped.base);
  /** Key of the drawn cells. */
  private drawn = '';

  constructor(private readonly map: MapLibre) {}

  /** The map has another style, on which nothing is drawn yet. */
  reset(): void {
    this.drawn = '';
  }

  /** Draws what the view needs; nothing under a style that has a ground of its own. */
  async draw(view: MapView): Promise<void> {
    if (!this.map.getSource('land')) return;
    this.set('crosses', surveyCrosses(view));
    const level = levelAt(shipped.levels, this.map.getZoom());
    const cells = cellsIn(level, view);
    const name = `${level.name} ${cells.join(' ')}`;
    if (name === this.drawn) return;
    this.drawn = name;
    try {
      const { land, coast, borders, countries } = drawable(await this.loader.load(level, cells), countryNames());
      // The player moved on while it was loading; that move draws its own.
      if (this.drawn !== name) return;
      this.set('land', land);
      this.set('coast', coast);
      this.set('borders', borders);
      this.set('countries', countries);
    } catch (error) {
      if (this.drawn === name) this.drawn = '';
      console.warn('Map:', error);
    }
  }

  private set(source: string, data: Parameters<GeoJSONSource['setData']>[0]): void {
    // Absent while a style is being exchanged.
    void this.map.getSource<GeoJSONSource>(source)?.setData(data);
  }
}
