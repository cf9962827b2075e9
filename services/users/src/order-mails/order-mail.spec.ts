import { describe, expect, it } from '@jest/globals';
import { orderMail } from './order-mail.js';

const order = {
  orderId: '01890000-0000-7000-8000-000000000001',
  accountId: null,
  news: 'paid' as const,
  email: 'ann@example.org',
  language: 'en' as const,
  number: 'SH-7K3Q9D',
  path: '/merch/orders/1?token=t',
  lines: [
    { name: 'Dusk Hoodie', size: 'M', quantity: 2, totalMinor: 11_998 },
    { name: 'Nightline Can', size: null, quantity: 50, totalMinor: 29_963 },
  ],
  subtotalMinor: 51_948,
  discountMinor: 9_987,
  shippingMinor: 0,
  totalMinor: 41_961,
  refundedMinor: 0,
  currency: 'USD',
  address: ['Ann Example', '1 Wall St', 'Ghent', 'Belgium'],
  tracking: null,
};

describe('the mail on an order', () => {
  it('is a receipt with lines, discount, shipping, total, address and a link [MERCH-19]', () => {
    expect(orderMail(order, 'https://play.example')).toEqual({
      channel: 'email',
      to: 'ann@example.org',
      subject: 'Your Sprayhunt order SH-7K3Q9D',
      text: [
        'Thank you for your order SH-7K3Q9D. This is your receipt.',
        '',
        '2 × Dusk Hoodie (M): $119.98',
        '50 × Nightline Can: $299.63',
        '',
        'Subtotal: $519.48',
        'Wholesale discount: −$99.87',
        'Shipping: free',
        'Total: $419.61',
        '',
        'Delivery to:',
        'Ann Example',
        '1 Wall St',
        'Ghent',
        'Belgium',
        '',
        'Your order: https://play.example/merch/orders/1?token=t',
      ].join('\n'),
    });
  });

  it('has the tracking of a parcel, and the refund', () => {
    const shipped = orderMail(
      {
        ...order,
        news: 'shipped',
        language: 'de',
        tracking: { carrier: 'Post', number: '42', url: 'https://post.example/42' },
      },
      'https://play.example',
    );
    expect(shipped).toMatchObject({
      subject: 'Deine Bestellung SH-7K3Q9D ist unterwegs',
      text: expect.stringContaining('Sendungsverfolgung: Post, 42\nhttps://post.example/42\n'),
    });
    const refunded = orderMail({ ...order, news: 'refunded', refundedMinor: 1_000 }, 'https://play.example').text;
    expect(refunded).toContain('Refunded: $10.00');
    expect(refunded).not.toContain('Wall St');
  });

  it.each(['en', 'fr', 'es', 'de'] as const)('has every part in %s', (language) => {
    for (const news of ['paid', 'shipped', 'cancelled', 'refunded'] as const) {
      const { subject, text } = orderMail(
        { ...order, news, language, shippingMinor: 790, refundedMinor: 5 },
        'https://play.example',
      );
      for (const said of [subject, text]) expect(said).toContain('SH-7K3Q9D');
      expect(text).not.toMatch(/undefined|null|NaN/);
    }
  });
});
