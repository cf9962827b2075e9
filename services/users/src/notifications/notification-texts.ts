import type { Language } from '@sprayhunt/service-kit';
import { PRODUCT_NAME } from '../product.js';
import type { NotificationKind } from './notification.entity.js';

/** The links of a digest. */
export interface DigestLinks {
  notifications: string;
  settings: string;
  unsubscribe: string;
}

/** Notifications by kind. */
export type Counts = Partial<Record<NotificationKind, number>>;

interface NotificationTexts {
  news: Record<NotificationKind, (count: number) => string>;
  subject: string;
  /** `news` contains one line for each kind. */
  text: (news: string, links: DigestLinks) => string;
}

const plural = (one: string, other: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${other}`);

const TEXTS: Record<Language, NotificationTexts> = {
  en: {
    news: {
      like: plural('new like', 'new likes'),
      reply: plural('new reply', 'new replies'),
      mention: plural('new mention', 'new mentions'),
      mission: plural('mission completed', 'missions completed'),
      event: plural('live event ended', 'live events ended'),
      award: plural('new reward', 'new rewards'),
      achievement: plural('new achievement', 'new achievements'),
      moderation: plural('notice of the moderators', 'notices of the moderators'),
      partner: plural('message about your API client', 'messages about your API clients'),
    },
    subject: `New for you on ${PRODUCT_NAME}`,
    text: (news, { notifications, settings, unsubscribe }) =>
      `Here is what is new for you on ${PRODUCT_NAME}:\n\n${news}\n\nTake a look: ${notifications}\n\nChoose ` +
      `what we e-mail you about: ${settings}\nStop these e-mails: ${unsubscribe}`,
  },
  fr: {
    news: {
      like: plural('nouveau «\u00a0j’aime\u00a0»', 'nouveaux «\u00a0j’aime\u00a0»'),
      reply: plural('nouvelle réponse', 'nouvelles réponses'),
      mention: plural('nouvelle mention', 'nouvelles mentions'),
      mission: plural('mission accomplie', 'missions accomplies'),
      event: plural('événement en direct terminé', 'événements en direct terminés'),
      award: plural('nouvelle récompense', 'nouvelles récompenses'),
      achievement: plural('nouveau succès', 'nouveaux succès'),
      moderation: plural('avis de la modération', 'avis de la modération'),
      partner: plural('message sur ton client API', 'messages sur tes clients API'),
    },
    subject: `Du nouveau pour toi sur ${PRODUCT_NAME}`,
    text: (news, { notifications, settings, unsubscribe }) =>
      `Voici ce qu’il y a de nouveau pour toi sur ${PRODUCT_NAME}\u00a0:\n\n${news}\n\nViens voir\u00a0: ` +
      `${notifications}\n\nChoisir ce que nous t’écrivons\u00a0: ${settings}\nNe plus recevoir ces e-mails\u00a0: ` +
      `${unsubscribe}`,
  },
  es: {
    news: {
      like: plural('nuevo «me gusta»', 'nuevos «me gusta»'),
      reply: plural('nueva respuesta', 'nuevas respuestas'),
      mention: plural('nueva mención', 'nuevas menciones'),
      mission: plural('misión completada', 'misiones completadas'),
      event: plural('evento en vivo terminado', 'eventos en vivo terminados'),
      award: plural('nueva recompensa', 'nuevas recompensas'),
      achievement: plural('nuevo logro', 'nuevos logros'),
      moderation: plural('aviso de moderación', 'avisos de moderación'),
      partner: plural('mensaje sobre tu cliente de la API', 'mensajes sobre tus clientes de la API'),
    },
    subject: `Novedades para ti en ${PRODUCT_NAME}`,
    text: (news, { notifications, settings, unsubscribe }) =>
      `Esto es lo nuevo para ti en ${PRODUCT_NAME}:\n\n${news}\n\nÉchale un vistazo: ${notifications}\n\nElige ` +
      `sobre qué te escribimos: ${settings}\nNo recibir más estos correos: ${unsubscribe}`,
  },
  de: {
    news: {
      like: plural('neues Like', 'neue Likes'),
      reply: plural('neue Antwort', 'neue Antworten'),
      mention: plural('neue Erwähnung', 'neue Erwähnungen'),
      mission: plural('Mission geschafft', 'Missionen geschafft'),
      event: plural('Live-Event beendet', 'Live-Events beendet'),
      award: plural('neue Belohnung', 'neue Belohnungen'),
      achievement: plural('neuer Erfolg', 'neue Erfolge'),
      moderation: plural('Mitteilung der Moderation', 'Mitteilungen der Moderation'),
      partner: plural('Nachricht zu deinem API-Client', 'Nachrichten zu deinen API-Clients'),
    },
    subject: `Neues für dich bei ${PRODUCT_NAME}`,
    text: (news, { notifications, settings, unsubscribe }) =>
      `Das ist neu für dich bei ${PRODUCT_NAME}:\n\n${news}\n\nSchau es dir an: ${notifications}\n\nWähle, ` +
      `worüber wir dir schreiben: ${settings}\nKeine solchen E-Mails mehr: ${unsubscribe}`,
  },
};

/** A line for each kind with its count, without names and titles. */
export function newsLines(language: Language, counts: Counts): string[] {
  const { news } = TEXTS[language];
  return (Object.keys(news) as NotificationKind[]).flatMap((kind) => (counts[kind] ? [news[kind](counts[kind])] : []));
}

export function digestText(language: Language, counts: Counts, links: DigestLinks): { subject: string; text: string } {
  const { subject, text } = TEXTS[language];
  return {
    subject,
    text: text(
      newsLines(language, counts)
        .map((line) => `- ${line}`)
        .join('\n'),
      links,
    ),
  };
}
