import type Stripe from 'stripe';
import { idOf, type World } from './world.js';

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const amount = (value: number, currency: string) => `${(value / 100).toFixed(2)} ${currency.toUpperCase()}`;
const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

export function html(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<body style="font:16px/1.5 system-ui;max-width:30rem;margin:3rem auto;padding:0 1rem"><p><strong>Payments test mode</strong></p><h1>${escaped(title)}</h1>${body}`;
}

const rows = (lines: string[]) => lines.map((line) => `<p>${escaped(line)}</p>`).join('');

export function authenticationPage(world: World, id: string, secret: string): string {
  const kind = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const intent = world.getOrThrow(kind, id);
  const asks =
    'amount' in intent ? `Pay ${amount(intent.amount, intent.currency)}?` : 'Save this card for later payments?';
  const button = (outcome: string, label: string) =>
    `<button name="outcome" value="${outcome}" style="font:inherit;padding:.6rem 1rem;margin-right:1rem">` +
    `${label}</button>`;
  return html(
    'Authenticate your card',
    `<p>${asks}</p><form method="post"><input type="hidden" name="client_secret" value="${escaped(secret)}">` +
      `${button('complete', 'Complete authentication')}${button('fail', 'Fail authentication')}</form>`,
  );
}

/** Address to which the holder is redirected after authentication, with the result in Stripe's parameters. */
export function returnAddress(url: string, intent: Stripe.PaymentIntent | Stripe.SetupIntent, passed: boolean): string {
  const address = new URL(url);
  address.searchParams.set(intent.object, intent.id);
  address.searchParams.set(`${intent.object}_client_secret`, intent.client_secret!);
  address.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed');
  return address.href;
}

function invoiceLines(invoice: Stripe.Invoice): string[] {
  const lines = invoice.lines.data.map(
    (line) =>
      `${line.description ?? ''}, ${day(line.period.start)} to ${day(line.period.end)}: ` +
      `${amount(line.amount, line.currency)}`,
  );
  return [
    `Invoice ${invoice.number ?? invoice.id}`,
    `Date: ${day(invoice.effective_at ?? invoice.created)}`,
    `Billed to: ${[invoice.customer_name, invoice.customer_email].filter(Boolean).join(', ') || idOf(invoice.customer)}`,
    ...lines,
    `Total: ${amount(invoice.total, invoice.currency)}`,
    `Paid: ${amount(invoice.amount_paid, invoice.currency)}`,
    `Status: ${invoice.status}`,
  ];
}

export function invoicePage(world: World, id: string): string {
  const invoice = world.getOrThrow('invoice', id);
  return html(
    `Invoice ${invoice.number ?? ''}`,
    `${rows(invoiceLines(invoice).slice(1))}<p><a href="/_sandbox/invoices/${invoice.id}/pdf">PDF</a></p>`,
  );
}

export function receiptPage(world: World, id: string): string {
  const charge = world.getOrThrow('charge', id);
  return html(
    'Receipt',
    rows([
      `Paid: ${amount(charge.amount, charge.currency)}`,
      `Refunded: ${amount(charge.amount_refunded, charge.currency)}`,
      `Date: ${day(charge.created)}`,
    ]),
  );
}

/** One page of text. */
export function invoicePdf(world: World, id: string): Buffer {
  const lines = invoiceLines(world.getOrThrow('invoice', id)).map((line) =>
    line.replace(/[^\x20-\x7e]/g, '-').replace(/[\\()]/g, '\\$&'),
  );
  const text = `BT /F 12 Tf 60 780 Td 20 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F << /Type ' +
      '/Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = file.length;
  file +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${objects.length + 1}` +
    ` /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
