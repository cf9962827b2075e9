import { pageInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { boundingBox } from '../changes/bounding-box.js';
import { changeKinds } from '../changes/change-kinds.js';
import { MAX_SINCE_LENGTH } from '../changes/since.js';
import { isPublicAddress, isPublicOrLoopback, literalAddress } from './public-address.js';

const MAX_URL_LENGTH = 2_048;

export const newEndpoint = z.object({
  clientId: z.uuid('There is no such client.').nullish(),
  url: z.string().max(MAX_URL_LENGTH, `The address has at most ${MAX_URL_LENGTH} characters.`),
  kinds: changeKinds.min(1, 'Name at least one kind.'),
  bbox: boundingBox.nullish(),
});

export const endpointUpdate = z.object({
  id: z.uuid('There is no such endpoint.'),
  input: newEndpoint.omit({ clientId: true }),
});

export const redeliverInput = z.object({
  id: z.uuid('There is no such endpoint.'),
  deliveryId: z.string().regex(/^\d{1,18}$/, 'There is no such delivery.'),
});

export const replayInput = z.object({
  id: z.uuid('There is no such endpoint.'),
  since: z.string().max(MAX_SINCE_LENGTH, 'This is neither a cursor nor a moment.'),
});

export const deliveryList = pageInput.extend({ endpointId: z.uuid('There is no such endpoint.') });

/**
 * Returns why an address is not allowed for an endpoint, as a sentence; undefined if it is allowed. Names are resolved
 * when messages are sent.
 * @param allowsLoopback http and this machine, for tests and local development
 */
export function faultOfUrl(text: string, allowsLoopback: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && !(allowsLoopback && url?.protocol === 'http:'))
    return 'The address must begin with https://.';
  if (url.username || url.password) return 'The address cannot contain a user name or password.';
  if (url.hash) return 'The address cannot contain a fragment.';
  const literal = literalAddress(url.hostname);
  const isAllowed = allowsLoopback ? isPublicOrLoopback : isPublicAddress;
  return literal && !isAllowed(literal) ? 'Webhooks are only sent to public addresses.' : undefined;
}
