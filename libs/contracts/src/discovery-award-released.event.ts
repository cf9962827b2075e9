import { defineEvent } from './define-event.js';
import { discoveryData } from './discovery-data.js';

export const discoveryAwardReleased = defineEvent({
  name: 'DiscoveryAwardReleased',
  version: 1,
  owner: 'discovery',
  description: 'The withheld award of a discovery became due: from now on the discovery counts for its player.',
  about: 'discoveryId',
  data: discoveryData,
});
