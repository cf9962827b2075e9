import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, type Language } from '@sprayhunt/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { PRODUCT_NAME } from '../product.js';

/** The page writes it when a player chooses a language there; with https under the name that no other host can set. */
const PLAIN = `${PRODUCT_NAME.toLowerCase()}-language`;
const SECURE = `__Host-${PLAIN}`;

/** `Vary` of responses whose texts are in the language of the request. */
export const VARIES_BY_LANGUAGE = 'Accept-Language, Cookie';

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The language that was chosen in the browser of the request. */
function chosenLanguage({ cookies }: Pick<FastifyRequest, 'cookies'>): Language | undefined {
  const chosen = cookies[SECURE] ?? cookies[PLAIN];
  return isLanguage(chosen) ? chosen : undefined;
}

/** A browser without a chosen language uses that of the account from now on, also on the page. */
export function takeLanguage(reply: FastifyReply, language: Language, secure: boolean): void {
  if (chosenLanguage(reply.request) === undefined)
    void reply.setCookie(secure ? SECURE : PLAIN, language, {
      path: '/',
      sameSite: 'lax',
      secure,
      maxAge: COOKIE_SECONDS,
    });
}

/** The language of a request: chosen on the page, else the first supported one of the browser's, else English. */
export function requestLanguage(request: Pick<FastifyRequest, 'cookies' | 'raw'>): Language {
  const chosen = chosenLanguage(request);
  if (chosen) return chosen;
  const accepted = new Negotiator(request.raw).language([...LANGUAGES]);
  return isLanguage(accepted) ? accepted : DEFAULT_LANGUAGE;
}
