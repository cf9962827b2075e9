import type { EventDefinition } from './define-event.js';
import * as events from './events.js';

/** Every published contract, by name. */
export const contracts: readonly EventDefinition[] = Object.values(events);
