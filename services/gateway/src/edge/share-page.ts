import { Injectable } from '@nestjs/common';
import { log, Problem, type Language } from '@sprayhunt/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestLanguage } from '../identity/request-language.js';
import { RateLimits } from '../limits/rate-limits.js';
import { ShippedQueries } from '../rest/shipped-queries.js';
import { OwnOrigin } from '../session/own-origin.js';
import { Page } from './page.js';
import { type Preview, previewTags, shortened } from './preview-tags.js';

type Content = Omit<Preview, 'language' | 'path' | 'origin'>;
type ContentOf<T> = (shared: T, language: Language) => Content;

interface Work {
  title: string | null;
  description: string | null;
  artistName: string | null;
  imageUrl: string | null;
}

interface Merchandise {
  slug: string;
  name: string;
  description: string;
  /** Minor units. */
  price: { amount: number; currency: string };
  inStock: boolean;
  /** Unpaid orders hold the last pieces, which may return. */
  isReserved: boolean;
}

/** Texts for a work without a title or description, and for a product that no longer exists. */
const TEXTS: Record<
  Language,
  { unnamed: string; invitation: string; by: (artist: string) => string; soldOut: string }
> = {
  en: {
    unnamed: 'Street Art Discovery',
    invitation: 'Check out this street art!',
    by: (artist) => `By ${artist}. Check out this street art!`,
    soldOut: 'Sold out',
  },
  fr: {
    unnamed: 'Découverte de street art',
    invitation: 'Viens voir ce street art\u00a0!',
    by: (artist) => `Par ${artist}. Viens voir ce street art\u00a0!`,
    soldOut: 'Épuisé',
  },
  es: {
    unnamed: 'Descubrimiento de arte urbano',
    invitation: '¡Mira este arte urbano!',
    by: (artist) => `De ${artist}. ¡Mira este arte urbano!`,
    soldOut: 'Agotado',
  },
  de: {
    unnamed: 'Street-Art-Entdeckung',
    invitation: 'Schau dir diese Street Art an!',
    by: (artist) => `Von ${artist}. Schau dir diese Street Art an!`,
    soldOut: 'Ausverkauft',
  },
};

/** `GET /d/{id}` and `GET /merch/{slug}`: the page, with the tags for link previews of its discovery or product. */
@Injectable()
export class SharePage {
  constructor(
    private readonly page: Page,
    private readonly queries: ShippedQueries,
    private readonly limits: RateLimits,
    private readonly ownOrigin: OwnOrigin,
  ) {}

  register(server: FastifyInstance): void {
    server.get<{ Params: { id: string } }>('/d/:id', (request, reply) =>
      this.show(request, reply, { name: 'share-page', variables: { id: request.params.id } }, ofWork),
    );
    // A screen, where others have a product.
    server.get('/merch/checkout', (request, reply) => this.page.sendDocument(request, reply));
    server.get<{ Params: { slug: string } }>('/merch/:slug', (request, reply) =>
      this.show(request, reply, { name: 'product', variables: { slug: request.params.slug } }, ofProduct),
    );
  }

  private async show<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, variables }: { name: string; variables: Record<string, string> },
    contentOf: ContentOf<T>,
  ): Promise<FastifyReply> {
    await this.limits.count('reads', request.ip);
    const shared = await this.find<T>(name, variables, request.ip);
    if (shared === null) return this.page.send(request, reply, { status: 404 });
    if (shared === undefined) return this.page.sendDocument(request, reply);
    const language = requestLanguage(request);
    const [path, origin] = [request.url.split('?', 1)[0]!, this.ownOrigin.of(request)];
    return this.page.send(request, reply, {
      language,
      tags: previewTags({ ...contentOf(shared, language), language, path, origin }),
    });
  }

  /**
   * Reads what a link preview shows, as a guest would.
   * @returns null for what does not exist; undefined if the service is unavailable: then the page loads it itself
   */
  private async find<T>(
    name: string,
    variables: Record<string, string>,
    address: string,
  ): Promise<T | null | undefined> {
    try {
      const { item } = await this.queries.run(name, variables, { kind: 'guest', address });
      return item as T | null;
    } catch (error) {
      if (error instanceof Problem && ['NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code)) return null;
      log.warn({ err: error }, 'A page is sent without the tags of its link preview');
      return undefined;
    }
  }
}

const ofWork: ContentOf<Work> = ({ title, description, artistName, imageUrl }, language) => {
  const texts = TEXTS[language];
  const text = description ? shortened(description) : artistName ? texts.by(artistName) : texts.invitation;
  return { type: 'article', title: title ?? texts.unnamed, text, picture: imageUrl, isPictureWide: true };
};

const ofProduct: ContentOf<Merchandise> = (
  { slug, name, description, price: { amount, currency }, inStock, isReserved },
  language,
) => {
  const format = new Intl.NumberFormat(language === 'en' ? 'en-US' : language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  const price = amount / 10 ** digits;
  const facts = [format.format(price), ...(inStock || isReserved ? [] : [TEXTS[language].soldOut]), description];
  return {
    type: 'product',
    title: name,
    text: shortened(facts.join(' · ')),
    picture: `/previews/${slug}.png`,
    isPictureWide: false,
    more: [
      ['product:price:amount', price.toFixed(digits)],
      ['product:price:currency', currency],
      ['product:availability', inStock ? 'in stock' : 'out of stock'],
    ],
  };
};
