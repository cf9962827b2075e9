import { HttpError } from '../../api/http';
import type { Area } from './area';
import { KEPT_HEADER } from './kept-lists';

/** The most rows of a list around a place. */
const NEARBY_LIMIT = 500;

/** A list of what is around a place. */
export interface Nearby<T> {
  items: T[];
  /** There are as many as can be listed, so there may be more. */
  isCut: boolean;
  /** The request failed: the list is empty, and the player can retry. */
  refused: boolean;
  /** The device kept it from before, because the server did not respond in time. */
  isKept?: boolean;
}

/** The parameters of a list around a place. */
export const areaQuery = ({ center, radius }: Area) => ({
  latitude: center.lat,
  longitude: center.lng,
  radius,
  limit: NEARBY_LIMIT,
});

/** Milliseconds after which a kept list is requested again. */
const KEPT_FOR = 15_000;

/** The `refetchInterval` of a list. */
export const whileKept = ({ state }: { state: { data?: Pick<Nearby<unknown>, 'isKept'> } }) =>
  state.data?.isKept ? KEPT_FOR : false;

/** The list; an empty one, marked as refused, for a response that is an error. */
export async function nearbyOrRefused<T>(call: Promise<{ data?: T[]; response: Response }>): Promise<Nearby<T>> {
  try {
    const { data, response } = await call;
    return {
      items: data!,
      isCut: data!.length >= NEARBY_LIMIT,
      refused: false,
      isKept: response.headers.has(KEPT_HEADER),
    };
  } catch (error) {
    if (error instanceof HttpError) return { items: [], isCut: false, refused: true };
    throw error;
  }
}
