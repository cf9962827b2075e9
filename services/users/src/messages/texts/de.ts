import { deviceName } from '@sprayhunt/service-kit';
import type { ContactKind } from '../../identity/contact.js';
import { PRODUCT_NAME } from '../../product.js';
import { momentIn, type Texts } from './texts.js';

const LIFETIME = 'Er gilt 10 Minuten und nur einmal. Wir werden dich nie danach fragen.';
const NOT_YOU = 'Wenn du das nicht warst, melde dich jetzt an und melde in deinem Profil alle anderen Geräte ab.';

const choose = (kind: ContactKind, phone: string, email: string) => (kind === 'phone' ? phone : email);
const nameOf = (kind: ContactKind) => choose(kind, 'Telefonnummer', 'E-Mail-Adresse');
const shortName = (kind: ContactKind) => choose(kind, 'Nummer', 'E-Mail-Adresse');
const moment = momentIn('de');

export const de: Texts = {
  welcome: ({ code }) => ({
    subject: `Willkommen bei ${PRODUCT_NAME}`,
    mail:
      `Willkommen bei ${PRODUCT_NAME}! Dein Code: ${code}. So geht es weiter: Gib ihn ein, vervollständige dein ` +
      `Profil, mach das Tutorial und dokumentiere ein Piece.`,
    sms:
      `Willkommen bei ${PRODUCT_NAME}! Code: ${code}. Weiter: Code eingeben, Profil ausfüllen, Tutorial machen, ` +
      `Piece dokumentieren.`,
  }),
  erasureCode: ({ code }) => ({
    subject: `Dein ${PRODUCT_NAME}-Konto löschen`,
    mail:
      `Dein Code, um dein ${PRODUCT_NAME}-Konto endgültig zu löschen, ist ${code}. ${LIFETIME} ` +
      `Wenn du dein Konto nicht löschen wolltest, gib ihn nirgends ein.`,
    sms: `${code} ist der Code, um dein ${PRODUCT_NAME}-Konto endgültig zu löschen. Nicht du? Gib ihn nirgends ein.`,
  }),
  farewell: () => ({
    subject: `Dein ${PRODUCT_NAME}-Konto ist gelöscht`,
    mail:
      `Dein ${PRODUCT_NAME}-Konto ist gelöscht, mit deinen Entdeckungen, Bildern und allem anderen, was wir über ` +
      `dich wussten. Danke, dass du mit uns gejagt hast.`,
    sms:
      `Dein ${PRODUCT_NAME}-Konto ist gelöscht, mit allem, was wir über dich wussten. Danke, dass du mit uns ` +
      `gejagt hast.`,
  }),
  contactCode: ({ code }) => ({
    subject: `Dein ${PRODUCT_NAME}-Code`,
    mail: `Dein ${PRODUCT_NAME}-Code ist ${code}. ${LIFETIME}`,
    sms: `Dein ${PRODUCT_NAME}-Code ist ${code}. Er gilt 10 Minuten. Wir werden dich nie danach fragen.`,
  }),
  signIn: ({ code }) => ({
    subject: `Dein ${PRODUCT_NAME}-Anmeldecode`,
    mail:
      `Dein ${PRODUCT_NAME}-Anmeldecode ist ${code}. ${LIFETIME} ` +
      `Er funktioniert nur in dem Browser, in dem er angefordert wurde; wenn du das nicht warst, ignoriere ` +
      `diese Nachricht.`,
    sms:
      `Dein ${PRODUCT_NAME}-Anmeldecode ist ${code}. Er gilt 10 Minuten, nur in dem Browser, der ihn angefordert ` +
      `hat.`,
  }),
  firstSignIn: ({ code, kind }) => ({
    subject: `Dein ${PRODUCT_NAME}-Anmeldecode`,
    mail:
      `Dein ${PRODUCT_NAME}-Anmeldecode ist ${code}. ${LIFETIME} Er funktioniert nur in dem Browser, in dem er ` +
      `angefordert wurde, und bestätigt diese ` +
      `${nameOf(kind)} für das Konto, bei dem sie angegeben wurde. Wenn du dieses Konto nicht angelegt hast, ` +
      `benutze den Code nicht.`,
    sms:
      `Dein ${PRODUCT_NAME}-Anmeldecode ist ${code}. Er bestätigt auch diese ${shortName(kind)}. Nicht dein ` +
      `Konto? Benutze ihn nicht.`,
  }),
  contested: ({ kind }) => ({
    subject: `Deine Anmeldung bei ${PRODUCT_NAME}`,
    mail:
      `Jemand hat für diese ${nameOf(kind)} einen ${PRODUCT_NAME}-Anmeldecode angefordert. Mehrere Konten haben ` +
      `sie angegeben und keines hat sie bestätigt, deshalb ` +
      `öffnet sie noch keines davon. Wenn eines dir gehört, melde dich dort auf anderem Weg an und bestätige ` +
      `diese ${nameOf(kind)} in deinem Profil.`,
    sms:
      `Mehrere ${PRODUCT_NAME}-Konten nennen diese ${shortName(kind)}, keines hat sie bestätigt. Gehört eines ` +
      `dir? Melde dich anders an und bestätige sie dort.`,
  }),
  passkeyAdded: () => ({
    subject: `Zu deinem ${PRODUCT_NAME}-Konto kam ein Passkey hinzu`,
    mail:
      `Zu deinem ${PRODUCT_NAME}-Konto wurde ein Passkey hinzugefügt. Ab jetzt kann man sich damit anmelden. ` +
      `Wenn ` +
      `du das nicht warst, entferne ihn sofort in deinem Profil.`,
    sms:
      `Zu deinem ${PRODUCT_NAME}-Konto wurde ein Passkey hinzugefügt. Nicht du? Entferne ihn sofort in deinem ` +
      `Profil.`,
  }),
  contactChangeAsked: ({ changed, hint }) => ({
    subject: `Ein anderer Kontakt für dein ${PRODUCT_NAME}-Konto`,
    mail:
      `Jemand, der bei deinem ${PRODUCT_NAME}-Konto angemeldet ist, möchte die ${nameOf(changed)} in ${hint} ` +
      `ändern. ${NOT_YOU}`,
    sms:
      `Jemand mit Zugang zu deinem ${PRODUCT_NAME}-Konto will die ${nameOf(changed)} ändern. Nicht du? Melde alle ` +
      `anderen Geräte im Profil ab.`,
  }),
  contactChanged: ({ changed, hint }) => ({
    subject: `Dein ${PRODUCT_NAME}-Konto hat einen anderen Kontakt`,
    mail:
      `Die ${nameOf(changed)} deines ${PRODUCT_NAME}-Kontos ist jetzt ${hint}. Alle anderen Geräte wurden ` +
      `abgemeldet. ${NOT_YOU}`,
    sms:
      `Die ${nameOf(changed)} deines ${PRODUCT_NAME}-Kontos wurde geändert, alle anderen Geräte sind abgemeldet. ` +
      `Nicht du? Prüfe dein Profil.`,
  }),
  contactKept: ({ kind }) => ({
    subject: `Dein ${PRODUCT_NAME}-Konto`,
    mail:
      `Jemand wollte diese ${nameOf(kind)} für ein anderes ${PRODUCT_NAME}-Konto verwenden. Sie bleibt bei ` +
      `deinem, und nichts hat sich geändert. ` +
      `Wenn du das warst, melde dich damit an oder wähle dort eine andere.`,
    sms:
      `Jemand wollte diese ${shortName(kind)} für ein anderes ${PRODUCT_NAME}-Konto verwenden. Sie bleibt bei ` +
      `deinem. Warst du das? Wähle dort eine andere.`,
  }),
  newDevice: ({ userAgent, at }) => ({
    subject: `Neue Anmeldung bei deinem ${PRODUCT_NAME}-Konto`,
    mail:
      `Neue Anmeldung bei deinem ${PRODUCT_NAME}-Konto: ${deviceName(userAgent, 'de')}, ${moment(at)}. Wenn du ` +
      `das warst, musst du nichts tun. ` +
      `Wenn nicht, öffne dein Profil, melde dieses Gerät in der Liste der angemeldeten Geräte ab und prüfe dort ` +
      `auch Telefon, E-Mail und Passkeys.`,
    sms:
      `Neue Anmeldung bei deinem ${PRODUCT_NAME}-Konto: ${deviceName(userAgent, 'de')}, ${moment(at)}. Nicht du? ` +
      `Melde das Gerät in deinem Profil ab.`,
  }),
  claimRemoved: ({ claimed }) => ({
    subject: `Deine Kontakte bei ${PRODUCT_NAME}`,
    mail:
      `Die ${nameOf(claimed)} deines ${PRODUCT_NAME}-Kontos wurde nie bestätigt und ist jetzt entfernt. ` +
      `Du kannst in deinem Profil eine hinzufügen und bestätigen.`,
    sms:
      `Die ${nameOf(claimed)} deines ${PRODUCT_NAME}-Kontos wurde nie bestätigt und ist jetzt entfernt. Im Profil ` +
      `kannst du eine hinzufügen.`,
  }),
  contactProven: ({ proven }) => ({
    subject: `Deine Kontakte bei ${PRODUCT_NAME}`,
    mail:
      `Die ${nameOf(proven)} deines ${PRODUCT_NAME}-Kontos wurde mit einem Code bestätigt, ab jetzt kann man ` +
      `sich damit anmelden. ` +
      `Wenn du das nicht warst, ändere sie in deinem Profil.`,
    sms:
      `Die ${nameOf(proven)} deines ${PRODUCT_NAME}-Kontos ist bestätigt, man kann sich damit anmelden. Nicht du? ` +
      `Ändere sie in deinem Profil.`,
  }),
  trialEndsSoon: ({ at, renews }) => ({
    subject: `Deine Testphase von ${PRODUCT_NAME} Pro endet bald`,
    mail: renews
      ? `Deine kostenlose Testphase von ${PRODUCT_NAME} Pro endet am ${moment(at)}. Danach kostet Pro 9,99 $ im ` +
        `Monat. Wenn du das nicht möchtest, kündige vorher in deinem Profil.`
      : `Deine kostenlose Testphase von ${PRODUCT_NAME} Pro endet am ${moment(at)}. Es wird nichts abgebucht. ` +
        `Wenn du Pro behalten möchtest, werde in deinem Profil Mitglied.`,
    sms: renews
      ? `Deine Testphase von ${PRODUCT_NAME} Pro endet am ${moment(at)}, danach 9,99 $ im Monat. Kündigen kannst ` +
        `du vorher im Profil.`
      : `Deine Testphase von ${PRODUCT_NAME} Pro endet am ${moment(at)}. Es wird nichts abgebucht.`,
  }),
  membershipUnpaid: ({ until }) => ({
    subject: `Deine Zahlung für ${PRODUCT_NAME} Pro ist fehlgeschlagen`,
    mail:
      `Die Zahlung für ${PRODUCT_NAME} Pro ist fehlgeschlagen. Du bleibst Pro bis ${moment(until)}, und wir ` +
      `versuchen es in dieser Zeit noch einmal. Bitte prüfe deine Karte in deinem Profil.`,
    sms:
      `Die Zahlung für ${PRODUCT_NAME} Pro ist fehlgeschlagen. Du bleibst Pro bis ${moment(until)}. Bitte prüfe ` +
      `deine Karte im Profil.`,
  }),
  membershipEnded: () => ({
    subject: `Deine Mitgliedschaft in ${PRODUCT_NAME} Pro ist beendet`,
    mail:
      `Deine Mitgliedschaft in ${PRODUCT_NAME} Pro ist beendet, und es wird nichts mehr abgebucht. In deinem ` +
      `Profil kannst du jederzeit wieder Pro werden.`,
    sms: `Deine Mitgliedschaft in ${PRODUCT_NAME} Pro ist beendet. Es wird nichts mehr abgebucht.`,
  }),
  takedownDecided: ({ isTakenDown }) => ({
    subject: `Deine Anfrage an ${PRODUCT_NAME}`,
    mail: isTakenDown
      ? `Danke für deine Nachricht an ${PRODUCT_NAME}. Wir haben deine Anfrage geprüft und das Werk oder Bild entfernt.`
      : `Danke für deine Nachricht an ${PRODUCT_NAME}. Wir haben deine Anfrage geprüft und entfernen das Werk ` +
        `oder Bild nicht. Wenn wir etwas übersehen haben, schreib uns noch einmal und erzähl uns mehr.`,
    sms: isTakenDown
      ? `${PRODUCT_NAME} hat deine Anfrage geprüft und das Werk oder Bild entfernt. Danke für deine Nachricht.`
      : `${PRODUCT_NAME} hat deine Anfrage geprüft und entfernt das Werk oder Bild nicht.`,
  }),
};
