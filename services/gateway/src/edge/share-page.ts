import { Injectable } from '@nestjs/common';
import { type Language, log } from '@sprayhunt/service-kit';
import { escapeUTF8 } from 'entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphExecutor } from '../graphql/graph-executor.js';
import type { PlannedOperation } from '../graphql/planner.js';
import { shippedOperations } from '../rest/shipped-operations.js';
import { IdentitySigner } from '../identity/identity-signer.js';
import { requestLanguage } from '../identity/request-language.js';
import { RateLimits } from '../limits/rate-limits.js';
import { PRODUCT_NAME, TAGLINE } from '../product.js';
import { OwnOrigin } from '../session/own-origin.js';
import { Page } from './page.js';

interface Shared {
  title: string | null;
  description: string | null;
  artistName: string | null;
  imageUrl: string | null;
}

const DESCRIPTION_MAX = 200;

/** The tagline, and what is said of a work: the title of one without a name, and the description of one without any. */
const TEXTS: Record<Language, { tagline: string; unnamed: string; invitation: string; by: (artist: string) => string }> = {
  en: { tagline: TAGLINE, unnamed: 'Street Art Discovery', invitation: 'Check out this street art!', by: (artist) => `By ${artist}. Check out this street art!` },
  fr: { tagline: 'Le jeu de géocaching street art', unnamed: 'Découverte de street art', invitation: 'Viens voir ce street art\u00a0!', by: (artist) => `Par ${artist}. Viens voir ce street art\u00a0!` },
  es: { tagline: 'El juego de geocaching de arte urbano', unnamed: 'Hallazgo de arte urbano', invitation: '¡Mira este arte urbano!', by: (artist) => `De ${artist}. ¡Mira este arte urbano!` },
  de: { tagline: 'Das Street-Art-Geocaching-Spiel', unnamed: 'Street-Art-Entdeckung', invitation: 'Schau dir diese Street Art an!', by: (artist) => `Von ${artist}. Schau dir diese Street Art an!` },
};

/** `GET /d/{id}`: the page, with the tags for link previews of its discovery. */
@Injectable()
export class SharePage {
  private readonly operation: PlannedOperation;

  constructor(
    private readonly page: Page,
    private readonly executor: GraphExecutor,
    private readonly signer: IdentitySigner,
    private readonly limits: RateLimits,
    private readonly ownOrigin: OwnOrigin,
  ) {
    const { text, document } = shippedOperations().get('share-page')!;
    this.operation = { text, direct: executor.planner.directFetch(document) };
  }

  register(server: FastifyInstance): void {
    server.get<{ Params: { id: string } }>('/d/:id', (request, reply) => this.show(request.params.id, request, reply));
  }

  private async show(id: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.limits.count('reads', request.ip);
    const shared = await this.find(id, request.ip);
    if (shared === null) return this.page.send(request, reply, { status: 404 });
    if (shared === undefined) return this.page.sendDocument(request, reply);
    const language = requestLanguage(request);
    return this.page.send(request, reply, { language, tags: tagsOf(shared, language, request.url.split('?', 1)[0]!, this.ownOrigin.of(request)) });
  }

  /** Null for a discovery that does not exist; undefined if the service is unavailable, in which case the page loads it itself. */
  private async find(id: string, address: string): Promise<Shared | null | undefined> {
    const caller = { authorization: (audience: Parameters<IdentitySigner['authorization']>[1]) => this.signer.authorization({ kind: 'guest', address }, audience) };
    try {
      const { data, errors } = (await this.executor.run(this.operation, { id }, caller)).parsed();
      if (errors?.length) return errors.some(({ extensions }) => extensions?.['code'] === 'NOT_FOUND' || extensions?.['code'] === 'VALIDATION_FAILED') ? null : undefined;
      return data?.['item'] as Shared | null;
    } catch (error) {
      log.warn({ err: error }, 'A share page is sent without its tags');
      return undefined;
    }
  }
}

function tagsOf({ title, description, artistName, imageUrl }: Shared, language: Language, path: string, origin: string): string {
  const texts = TEXTS[language];
  const name = title ?? texts.unnamed;
  const text = description ? shortened(description) : artistName ? texts.by(artistName) : texts.invitation;
  const picture = imageUrl && `${origin}${imageUrl}`;
  const properties: [string, string | null][] = [
    ['og:type', 'article'],
    ['og:site_name', PRODUCT_NAME],
    ['og:title', name],
    ['og:description', text],
    ['og:url', `${origin}${path}`],
    ['og:image', picture],
    ['og:image:alt', picture && name],
  ];
  const names: [string, string | null][] = [
    ['description', text],
    ['twitter:card', picture ? 'summary_large_image' : 'summary'],
    ['twitter:title', name],
    ['twitter:description', text],
    ['twitter:image', picture],
  ];
  return [
    `<title>${escapeUTF8(`${name} · ${PRODUCT_NAME} · ${texts.tagline}`)}</title>`,
    ...metaTags('property', properties),
    ...metaTags('name', names),
  ].join('\n');
}

const metaTags = (key: string, pairs: [string, string | null][]) =>
  pairs.flatMap(([name, content]) => (content ? [`<meta ${key}="${name}" content="${escapeUTF8(content)}" />`] : []));

const shortened = (text: string) => {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > DESCRIPTION_MAX ? `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…` : characters.join('');
};
