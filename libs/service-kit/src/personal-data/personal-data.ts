import type { InjectionToken, Provider } from '@nestjs/common';
import { SqlPool } from '../database/sql-pool.js';
import { PersonalDataRoute } from './personal-data.route.js';
import { PERSONAL_SECTIONS, type PersonalSection } from './personal-section.js';

/**
 * Providers for a player's download of the service's data about them.
 * @param sections in the order of the export; empty for a service without data about players
 * @param inject what `sections` takes in addition to the pool
 */
export const personalData = (sections: (pool: SqlPool, ...injected: never[]) => PersonalSection[], ...inject: InjectionToken[]): Provider[] => [
  PersonalDataRoute,
  { provide: PERSONAL_SECTIONS, inject: [SqlPool, ...inject], useFactory: sections },
];
