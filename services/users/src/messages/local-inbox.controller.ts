import { Controller, Get, Header, Headers, UseFilters } from '@nestjs/common';
import { Access, ProblemFilter, refuseForeignHost, SqlPool } from '@sprayhunt/service-kit';
import { escapeUTF8 } from 'entities';
import { PRODUCT_NAME } from '../product.js';
import type { Channel } from './message.entity.js';

/** Messages shown, the newest ones. */
const MAX_SHOWN = 500;

interface InboxMessage {
  to: string;
  channel: Channel;
  subject: string;
  text: string;
  code: string | null;
  sentAt: Date;
}

/** Shows messages in local mode, on this machine only. It is not part of the module in production. */
@Controller('dev')
@UseFilters(ProblemFilter)
export class LocalInboxController {
  constructor(private readonly pool: SqlPool) {}

  @Get('inbox.json')
  @Access('anyone')
  @Header('cache-control', 'no-store')
  async list(@Headers('host') host: string | undefined): Promise<InboxMessage[]> {
    refuseForeignHost(host);
    const { rows } = await this.pool.query<InboxMessage>({
      name: 'local-inbox',
      text: `SELECT recipient AS "to", channel, subject, text, code, created_at AS "sentAt"
             FROM messages WHERE state = 'sent' ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN}`,
    });
    return rows;
  }

  @Get('inbox')
  @Access('anyone')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  async page(@Headers('host') host: string | undefined): Promise<string> {
    const messages = await this.list(host);
    return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Local inbox – ${PRODUCT_NAME}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
  ol { list-style: none; padding: 0 }
  li { border: 1px solid #8886; border-radius: .75rem; padding: 1rem; margin: 1rem 0 }
  h2 { font-size: 1rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere }
  .code { font: 700 1.5rem/1 ui-monospace, monospace; letter-spacing: .2em }
</style>
<main>
  <h1>Local inbox</h1>
  <p>What ${PRODUCT_NAME} would have sent by SMS and e-mail, newest first. It exists in local mode only.</p>
  ${messages.length === 0 ? '<p>Nothing was sent yet.</p>' : `<ol>${messages.map(messageHtml).join('')}</ol>`}
</main>
</html>`;
  }
}

const messageHtml = ({ to, channel, subject, text, code, sentAt }: InboxMessage) => `
<li>
  <h2>${escapeUTF8(subject)}</h2>
  <p>${channel === 'sms' ? 'SMS' : 'E-mail'} to ${escapeUTF8(to)}, <time>${sentAt.toISOString()}</time></p>
  <p>${escapeUTF8(text)}</p>
  ${code ? `<p class="code">${escapeUTF8(code)}</p>` : ''}
</li>`;
