import { pageInput } from '@sprayhunt/service-kit';
import { z } from 'zod';
import { boundingBox } from '../changes/bounding-box.js';
import { changeKinds } from '../changes/change-kinds.js';
import { SINCE_MAX } from '../changes/since.js';
import { isPublicAddress, isPublicOrLoopback, literalAddress } from './public-address.js';

const URL_MAX = 2_048;

export const newEndpoint = z.object({
  clientId: z.uuid('There is no such client.').nullish(),
  url: z.string().max(URL_MAX, `The address has at most ${URL_MAX} characters.`),
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
  since: z.string().max(SINCE_MAX, 'This is neither a cursor nor a moment.'),
});

export const deliveryList = pageInput.extend({ endpointId: z.uuid('There is no such endpoint.') });

/**
 * Why an address is not allowed for an endpoint, as a sentence; undefined if it is. Names are looked up when something
 * is sent.
 * @param allowsLoopback http and this machine, for tests and local development
 */
export function faultOfUrl(text: string, allowsLoopback: boolean): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && !(allowsLoopback && url?.protocol === 'http:'))
    return 'The address begins with https://.';
  if (url.username || url.password) return 'The address has no user name and no password.';
  if (url.hash) return 'The address has no fragment.';
  const literal = literalAddress(url.hostname);
  const isAllowed = allowsLoopback ? isPublicOrLoopback : isPublicAddress;
  return literal && !isAllowed(literal) ? 'Webhooks are sent to public addresses only.' : undefined;
}
