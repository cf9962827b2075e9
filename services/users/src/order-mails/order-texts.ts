import type { Language } from '@sprayhunt/service-kit';
import { PRODUCT_NAME } from '../product.js';

export type News = 'paid' | 'shipped' | 'cancelled' | 'refunded';

/** Texts of mails about orders in one language. `locale` formats its amounts. */
export interface OrderTexts {
  locale: string;
  subject: Record<News, (number: string) => string>;
  opening: Record<News, (number: string) => string>;
  subtotal: string;
  wholesale: string;
  shipping: string;
  free: string;
  total: string;
  refunded: string;
  deliverTo: string;
  tracking: (carrier: string, number: string) => string;
  seeOrder: string;
}

export const ORDER_TEXTS: Record<Language, OrderTexts> = {
  en: {
    locale: 'en-US',
    subject: {
      paid: (number) => `Your ${PRODUCT_NAME} order ${number}`,
      shipped: (number) => `Your order ${number} is on its way`,
      cancelled: (number) => `Your order ${number} has been cancelled`,
      refunded: (number) => `Refund for your order ${number}`,
    },
    opening: {
      paid: (number) => `Thank you for your order ${number}. This is your receipt.`,
      shipped: (number) => `We have shipped your order ${number}.`,
      cancelled: (number) =>
        `Your order ${number} has been cancelled. Your payment will be refunded to the card you used.`,
      refunded: (number) =>
        `We have refunded a payment for your order ${number} to the card you used. It may take a few days to appear.`,
    },
    subtotal: 'Subtotal',
    wholesale: 'Wholesale discount',
    shipping: 'Shipping',
    free: 'free',
    total: 'Total',
    refunded: 'Refunded',
    deliverTo: 'Delivery to',
    tracking: (carrier, number) => `Tracking: ${carrier}, ${number}`,
    seeOrder: 'Your order',
  },
  fr: {
    locale: 'fr-FR',
    subject: {
      paid: (number) => `Ta commande ${PRODUCT_NAME} ${number}`,
      shipped: (number) => `Ta commande ${number} est en route`,
      cancelled: (number) => `Ta commande ${number} est annulée`,
      refunded: (number) => `Remboursement de ta commande ${number}`,
    },
    opening: {
      paid: (number) => `Merci pour ta commande ${number}. Voici ton reçu.`,
      shipped: (number) => `Nous avons expédié ta commande ${number}.`,
      cancelled: (number) =>
        `Ta commande ${number} est annulée. Ce que tu as payé revient sur la carte que tu as utilisée.`,
      refunded: (number) =>
        `Nous avons remboursé un paiement de ta commande ${number} sur la carte que tu as utilisée. Cela peut ` +
        `prendre quelques jours.`,
    },
    subtotal: 'Sous-total',
    wholesale: 'Remise de gros',
    shipping: 'Livraison',
    free: 'gratuite',
    total: 'Total',
    refunded: 'Remboursé',
    deliverTo: 'Livraison à',
    tracking: (carrier, number) => `Suivi\u00a0: ${carrier}, ${number}`,
    seeOrder: 'Ta commande',
  },
  es: {
    locale: 'es-ES',
    subject: {
      paid: (number) => `Tu pedido ${number} en ${PRODUCT_NAME}`,
      shipped: (number) => `Tu pedido ${number} está en camino`,
      cancelled: (number) => `Tu pedido ${number} está cancelado`,
      refunded: (number) => `Reembolso de tu pedido ${number}`,
    },
    opening: {
      paid: (number) => `Gracias por tu pedido ${number}. Este es tu recibo.`,
      shipped: (number) => `Hemos enviado tu pedido ${number}.`,
      cancelled: (number) => `Tu pedido ${number} está cancelado. Lo que pagaste vuelve a la tarjeta que usaste.`,
      refunded: (number) =>
        `Hemos reembolsado un pago de tu pedido ${number} a la tarjeta que usaste. Puede tardar unos días en aparecer.`,
    },
    subtotal: 'Subtotal',
    wholesale: 'Descuento por mayor',
    shipping: 'Envío',
    free: 'gratis',
    total: 'Total',
    refunded: 'Reembolsado',
    deliverTo: 'Entrega a',
    tracking: (carrier, number) => `Seguimiento: ${carrier}, ${number}`,
    seeOrder: 'Tu pedido',
  },
  de: {
    locale: 'de-DE',
    subject: {
      paid: (number) => `Deine Bestellung ${number} bei ${PRODUCT_NAME}`,
      shipped: (number) => `Deine Bestellung ${number} ist unterwegs`,
      cancelled: (number) => `Deine Bestellung ${number} ist storniert`,
      refunded: (number) => `Erstattung für deine Bestellung ${number}`,
    },
    opening: {
      paid: (number) => `Danke für deine Bestellung ${number}. Das ist deine Quittung.`,
      shipped: (number) => `Wir haben deine Bestellung ${number} verschickt.`,
      cancelled: (number) =>
        `Deine Bestellung ${number} ist storniert. Was du bezahlt hast, geht auf die verwendete Karte zurück.`,
      refunded: (number) =>
        `Wir haben eine Zahlung für deine Bestellung ${number} auf die verwendete Karte erstattet. Es kann ` +
        `einige Tage dauern, bis sie dort erscheint.`,
    },
    subtotal: 'Zwischensumme',
    wholesale: 'Großhandelsrabatt',
    shipping: 'Versand',
    free: 'kostenlos',
    total: 'Gesamt',
    refunded: 'Erstattet',
    deliverTo: 'Lieferung an',
    tracking: (carrier, number) => `Sendungsverfolgung: ${carrier}, ${number}`,
    seeOrder: 'Deine Bestellung',
  },
};
