import { deviceName } from '@sprayhunt/service-kit';
import type { ContactKind } from '../../identity/contact.js';
import { PRODUCT_NAME } from '../../product.js';
import { momentIn, type Texts } from './texts.js';

const LIFETIME = 'Il est valable 10\u00a0minutes et ne sert qu’une fois. Nous ne te le demanderons jamais.';
const NOT_YOU =
  'Si ce n’est pas toi, connecte-toi tout de suite et déconnecte tous les autres appareils dans ton profil.';

const choose = (kind: ContactKind, phone: string, email: string) => (kind === 'phone' ? phone : email);
const theOne = (kind: ContactKind) => choose(kind, 'Le numéro de téléphone', 'L’adresse e-mail');
const thisOne = (kind: ContactKind) => choose(kind, 'ce numéro de téléphone', 'cette adresse e-mail');
const moment = momentIn('fr');
/** In digits: the names of some months do not fit the alphabet of an SMS. */
const momentOfSms = momentIn('fr', { dateStyle: 'short', timeStyle: 'short' });

export const fr: Texts = {
  welcome: ({ code }) => ({
    subject: `Bienvenue sur ${PRODUCT_NAME}`,
    mail:
      `Bienvenue sur ${PRODUCT_NAME}\u00a0! Ton code\u00a0: ${code}. La suite\u00a0: saisis-le, complète ton ` +
      `profil, suis le tutoriel et documente une pièce.`,
    sms:
      `Bienvenue sur ${PRODUCT_NAME} ! Code : ${code}. La suite : saisis-le, complète ton profil, suis le tuto, ` +
      `documente une pièce.`,
  }),
  erasureCode: ({ code }) => ({
    subject: `Supprimer ton compte ${PRODUCT_NAME}`,
    mail:
      `Ton code pour supprimer définitivement ton compte ${PRODUCT_NAME} est ${code}. ${LIFETIME} ` +
      `Si tu n’as pas demandé à supprimer ton compte, ne le saisis nulle part.`,
    sms: `${code} : code pour supprimer ton compte ${PRODUCT_NAME} pour de bon. Pas toi ? Ne le saisis nulle part.`,
  }),
  farewell: () => ({
    subject: `Ton compte ${PRODUCT_NAME} est supprimé`,
    mail:
      `Ton compte ${PRODUCT_NAME} est supprimé, avec tes découvertes, tes photos et tout ce que nous savions de ` +
      `toi. Merci d’avoir chassé avec nous.`,
    sms:
      `Ton compte ${PRODUCT_NAME} est supprimé, avec tout ce que nous savions de toi. Merci d'avoir chassé avec ` +
      `nous.`,
  }),
  contactCode: ({ code }) => ({
    subject: `Ton code ${PRODUCT_NAME}`,
    mail: `Ton code ${PRODUCT_NAME} est ${code}. ${LIFETIME}`,
    sms: `Ton code ${PRODUCT_NAME} est ${code}. Il est valable 10 minutes. Nous ne te le demanderons jamais.`,
  }),
  signIn: ({ code }) => ({
    subject: `Ton code de connexion ${PRODUCT_NAME}`,
    mail:
      `Ton code de connexion ${PRODUCT_NAME} est ${code}. ${LIFETIME} ` +
      `Il ne marche que dans le navigateur qui l’a demandé\u00a0; si ce n’est pas toi, ignore ce message.`,
    sms: `Ton code de connexion ${PRODUCT_NAME} est ${code}. Valable 10 minutes, dans le navigateur qui l'a demandé.`,
  }),
  firstSignIn: ({ code, kind }) => ({
    subject: `Ton code de connexion ${PRODUCT_NAME}`,
    mail:
      `Ton code de connexion ${PRODUCT_NAME} est ${code}. ${LIFETIME} Il ne marche que dans le navigateur qui ` +
      `l’a demandé, et confirme ` +
      `${thisOne(kind)} pour le compte où on l’a indiqué${choose(kind, '', 'e')}. Si ce compte n’est pas le ` +
      `tien, n’utilise pas le code.`,
    sms:
      `Ton code de connexion ${PRODUCT_NAME} est ${code}. Il confirme ` +
      `aussi ${choose(kind, 'ce numéro', 'cette adresse')}. Pas ton compte ? Ne l'utilise pas.`,
  }),
  contested: ({ kind }) => ({
    subject: `Ta connexion à ${PRODUCT_NAME}`,
    mail:
      `Quelqu’un a demandé un code de connexion ${PRODUCT_NAME} pour ${thisOne(kind)}. Plusieurs comptes l’ont ` +
      `indiqué${choose(kind, '', 'e')}, aucun ne l’a confirmé${choose(kind, '', 'e')}\u00a0: ` +
      `${choose(kind, 'il', 'elle')} n’en ouvre donc encore aucun. Si l’un d’eux est le tien, connecte-toi ` +
      `autrement et confirme ${thisOne(kind)} dans ton profil.`,
    sms:
      `Plusieurs comptes ${PRODUCT_NAME} ont indiqué ${choose(kind, 'ce numéro', 'cette adresse')}, aucun ne l'a ` +
      `confirmé${choose(kind, '', 'e')}. Si l'un est à toi, connecte-toi autrement et confirme-${choose(kind, 'le', 'la')}.`,
  }),
  passkeyAdded: () => ({
    subject: `Une clé d’accès a été ajoutée à ton compte ${PRODUCT_NAME}`,
    mail:
      `Une clé d’accès a été ajoutée à ton compte ${PRODUCT_NAME}. Elle permet désormais de s’y connecter. Si ce ` +
      `n’est pas toi, supprime-la tout de suite dans ton profil.`,
    sms:
      `Une clé d'accès a été ajoutée à ton compte ${PRODUCT_NAME}. Pas toi ? Supprime-la tout de suite dans ton ` +
      `profil.`,
  }),
  contactChangeAsked: ({ changed, hint }) => ({
    subject: `Un autre contact pour ton compte ${PRODUCT_NAME}`,
    mail:
      `Quelqu’un qui est connecté à ton compte ${PRODUCT_NAME} a demandé à ` +
      `remplacer ${choose(changed, 'le numéro de téléphone', 'l’adresse e-mail')} par ${hint}. ${NOT_YOU}`,
    sms:
      `Quelqu'un a demandé à changer ${choose(changed, 'le numéro', "l'adresse e-mail")} de ton ` +
      `compte ${PRODUCT_NAME}. Pas toi ? Déconnecte tous les autres appareils dans ton profil.`,
  }),
  contactChanged: ({ changed, hint }) => ({
    subject: `Ton compte ${PRODUCT_NAME} a un autre contact`,
    mail:
      `${theOne(changed)} de ton compte ${PRODUCT_NAME} est maintenant ${hint}. Tous les autres appareils ont ` +
      `été ` +
      `déconnectés. ${NOT_YOU}`,
    sms:
      `${choose(changed, 'Le numéro', "L'adresse e-mail")} de ton compte ${PRODUCT_NAME} a changé, les autres ` +
      `appareils sont déconnectés. Pas toi ? Connecte-toi et vérifie ton profil.`,
  }),
  contactKept: ({ kind }) => ({
    subject: `Ton compte ${PRODUCT_NAME}`,
    mail:
      `Quelqu’un a demandé à utiliser ${thisOne(kind)} pour un autre compte ${PRODUCT_NAME}. ` +
      `${choose(kind, 'Il', 'Elle')} reste sur le tien, et rien n’a changé. ` +
      `Si c’était toi, connecte-toi avec, ou choisis-en ${choose(kind, 'un autre', 'une autre')} là-bas.`,
    sms:
      `Quelqu'un a demandé ${choose(kind, 'ce numéro', 'cette adresse')} pour un autre compte ${PRODUCT_NAME}. ` +
      `${choose(kind, 'Il', 'Elle')} reste sur le tien. Si c'est toi, choisis-en ${choose(kind, 'un', 'une')} autre.`,
  }),
  newDevice: ({ userAgent, at }) => ({
    subject: `Nouvelle connexion à ton compte ${PRODUCT_NAME}`,
    mail:
      `Nouvelle connexion à ton compte ${PRODUCT_NAME}\u00a0: ${deviceName(userAgent, 'fr')}, ${moment(at)}. Si ` +
      `c’était toi, tu n’as rien à faire. ` +
      `Sinon, ouvre ton profil, déconnecte cet appareil dans la liste des appareils connectés, et vérifie là ` +
      `aussi ton téléphone, ton e-mail et tes clés d’accès.`,
    sms:
      `Nouvelle connexion à ton compte ${PRODUCT_NAME} : ${deviceName(userAgent, 'fr')}, ${momentOfSms(at)}. Pas ` +
      `toi ? Déconnecte-le dans ton profil.`,
  }),
  claimRemoved: ({ claimed }) => ({
    subject: `Tes contacts ${PRODUCT_NAME}`,
    mail:
      `${theOne(claimed)} de ton compte ${PRODUCT_NAME} n’a jamais été confirmé${choose(claimed, '', 'e')} et a ` +
      `été retiré${choose(claimed, '', 'e')}. ` +
      `Tu peux en ajouter et en confirmer ${choose(claimed, 'un', 'une')} dans ton profil.`,
    sms:
      `${choose(claimed, 'Le numéro', "L'adresse e-mail")} de ton compte ${PRODUCT_NAME} a été ` +
      `retiré${choose(claimed, '', 'e')}, faute de confirmation. Tu peux en ajouter ${choose(claimed, 'un', 'une')} ` +
      `dans ton profil.`,
  }),
  contactProven: ({ proven }) => ({
    subject: `Tes contacts ${PRODUCT_NAME}`,
    mail:
      `${theOne(proven)} de ton compte ${PRODUCT_NAME} a été confirmé${choose(proven, '', 'e')} par un code et ` +
      `permet désormais de s’y connecter. ` +
      `Si ce n’est pas toi, change-${choose(proven, 'le', 'la')} dans ton profil.`,
    sms:
      `${choose(proven, 'Le numéro', "L'adresse e-mail")} de ton compte ${PRODUCT_NAME} a été ` +
      `confirmé${choose(proven, '', 'e')} et sert à s'y connecter. Pas toi ? Change-${choose(proven, 'le', 'la')} ` +
      `dans ton profil.`,
  }),
  trialEndsSoon: ({ at, renews }) => ({
    subject: `Ton essai de ${PRODUCT_NAME} Pro se termine bientôt`,
    mail: renews
      ? `Ton essai gratuit de ${PRODUCT_NAME} Pro se termine le ${moment(at)}. Ensuite, Pro coûte 9,99\u00a0$ par ` +
        `mois. Si tu n’en veux pas, résilie-le avant dans ton profil.`
      : `Ton essai gratuit de ${PRODUCT_NAME} Pro se termine le ${moment(at)}. Rien ne sera débité. Si tu veux ` +
        `garder Pro, abonne-toi dans ton profil.`,
    sms: renews
      ? `Ton essai de ${PRODUCT_NAME} Pro se termine le ${momentOfSms(at)}, ensuite 9,99 $ par mois. Tu peux ` +
        `résilier avant dans ton profil.`
      : `Ton essai de ${PRODUCT_NAME} Pro se termine le ${momentOfSms(at)}. Rien ne sera prélevé.`,
  }),
  membershipUnpaid: ({ until }) => ({
    subject: `Ton paiement pour ${PRODUCT_NAME} Pro a échoué`,
    mail:
      `Le paiement pour ${PRODUCT_NAME} Pro a échoué. Tu restes Pro jusqu’au ${moment(until)}, et nous ` +
      `réessayons ` +
      `d’ici là. Vérifie ta carte dans ton profil.`,
    sms:
      `Le paiement pour ${PRODUCT_NAME} Pro n'a pas abouti. Tu restes Pro jusqu'au ${momentOfSms(until)}. Regarde ` +
      `ta carte dans ton profil.`,
  }),
  membershipEnded: () => ({
    subject: `Ton abonnement ${PRODUCT_NAME} Pro est terminé`,
    mail:
      `Ton abonnement ${PRODUCT_NAME} Pro est terminé, et plus rien ne sera débité. Tu peux redevenir Pro à tout ` +
      `moment dans ton profil.`,
    sms: `Ton abonnement ${PRODUCT_NAME} Pro est fini. Plus rien ne sera prélevé.`,
  }),
  takedownDecided: ({ isTakenDown }) => ({
    subject: `Ta demande à ${PRODUCT_NAME}`,
    mail: isTakenDown
      ? `Merci d’avoir écrit à ${PRODUCT_NAME}. Nous avons examiné ta demande et retiré ce qu’elle concerne.`
      : `Merci d’avoir écrit à ${PRODUCT_NAME}. Nous avons examiné ta demande et ne retirons pas ce qu’elle ` +
        `concerne. Si quelque chose nous a échappé, écris-nous de nouveau en nous en disant plus.`,
    sms: isTakenDown
      ? `${PRODUCT_NAME} a retiré ce que concerne ta demande. Merci de nous avoir écrit.`
      : `${PRODUCT_NAME} a examiné ta demande et ne retire pas ce qu'elle concerne.`,
  }),
};
