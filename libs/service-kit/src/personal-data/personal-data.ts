import type { InjectionToken, Provider } from '@nestjs/common';
import { SqlPool } from '../database/sql-pool.js';
import { PersonalDataRoute } from './personal-data.route.js';
import { PERSONAL_SECTIONS, type PersonalSection } from './personal-section.js';

/**
 * Providers that let a player download what the service holds about them.
 * @param sections in the order of the export; a service that holds nothing yet has none
 * @param inject what `sections` takes beside the pool
 */
export const personalData = (sections: (pool: SqlPool, ...injected: never[]) => PersonalSection[], ...inject: InjectionToken[]): Provider[] => [
  PersonalDataRoute,
  { provide: PERSONAL_SECTIONS, inject: [SqlPool, ...inject], useFactory: sections },
];
