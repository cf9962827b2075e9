import { pmtilesOf } from '@sprayhunt/service-kit/testing';
import { zxyToTileId } from 'pmtiles';
import { BOUNDS, protomaps, tilesOf, ZOOMS } from './small-city';

/** The small city as an archive of the operator's own. */
export const smallArchive = (): Buffer =>
  pmtilesOf({
    tiles: tilesOf(protomaps())
      .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
      .sort((a, b) => a.id - b.id),
    zooms: [...ZOOMS],
    bounds: BOUNDS,
    metadata: {
      name: 'A small city',
      attribution: '<a href="https://example.org">Drawn by hand</a>',
      vector_layers: [],
    },
  });
