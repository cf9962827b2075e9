import { jest } from '@jest/globals';

/* Imported before everything else by a spec that shows the map: no map library is loaded, `prepareHome` gives a fake one. */
jest.mock('../features/map/load-map', () => ({ loadMap: jest.fn(), prepareMap: jest.fn() }));
