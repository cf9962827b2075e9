import { deviceName } from '@sprayhunt/service-kit';
import type { ContactKind } from '../../identity/contact.js';
import { PRODUCT_NAME } from '../../product.js';
import { momentIn, type Texts } from './texts.js';

const LIFETIME = 'Vale durante 10 minutos y una sola vez. Nunca te lo pediremos.';
const NOT_YOU = 'Si no fuiste tú, inicia sesión ahora y cierra la sesión de los demás dispositivos en tu perfil.';

const choose = (kind: ContactKind, phone: string, email: string) => (kind === 'phone' ? phone : email);
const theOne = (kind: ContactKind) => choose(kind, 'El número de teléfono', 'El correo electrónico');
const thisOne = (kind: ContactKind) => choose(kind, 'este número de teléfono', 'este correo electrónico');
const moment = momentIn('es');
/*
 * The alphabet of an SMS has é and ñ, but not á, í, ó, ú: these texts are put so that none of them is needed ("clave"
 * for "código"), and dates are in digits.
 */
const shortName = (kind: ContactKind) => choose(kind, 'teléfono', 'e-mail');
const momentOfSms = momentIn('es', { dateStyle: 'short', timeStyle: 'short' });

export const es: Texts = {
  welcome: ({ code }) => ({
    subject: `Te damos la bienvenida a ${PRODUCT_NAME}`,
    mail:
      `¡Te damos la bienvenida a ${PRODUCT_NAME}! Tu código: ${code}. Lo siguiente: introdúcelo, completa tu ` +
      `perfil, haz el tutorial y documenta una pieza.`,
    sms:
      `¡Hola de parte de ${PRODUCT_NAME}! Clave: ${code}. Ahora: ponla, completa tu perfil, haz el tutorial, ` +
      `documenta una pieza.`,
  }),
  erasureCode: ({ code }) => ({
    subject: `Eliminar tu cuenta de ${PRODUCT_NAME}`,
    mail:
      `Tu código para eliminar tu cuenta de ${PRODUCT_NAME} para siempre es ${code}. ${LIFETIME} ` +
      `Si no pediste eliminar tu cuenta, no lo introduzcas en ningún sitio.`,
    sms:
      `${code} es la clave para eliminar tu cuenta de ${PRODUCT_NAME} para siempre. ¿No la pediste? No la uses en ` +
      `ninguna parte.`,
  }),
  farewell: () => ({
    subject: `Tu cuenta de ${PRODUCT_NAME} está eliminada`,
    mail:
      `Tu cuenta de ${PRODUCT_NAME} está eliminada, con tus descubrimientos, tus fotos y todo lo demás que ` +
      `teníamos sobre ti. Gracias por cazar con nosotros.`,
    sms:
      `Hemos eliminado tu cuenta de ${PRODUCT_NAME}, con todo lo que guardaba sobre ti. Gracias por cazar con ` +
      `nosotros.`,
  }),
  contactCode: ({ code }) => ({
    subject: `Tu código de ${PRODUCT_NAME}`,
    mail: `Tu código de ${PRODUCT_NAME} es ${code}. ${LIFETIME}`,
    sms: `Tu clave de ${PRODUCT_NAME} es ${code}. Vale durante 10 minutos. Nunca te la pediremos.`,
  }),
  signIn: ({ code }) => ({
    subject: `Tu código para entrar en ${PRODUCT_NAME}`,
    mail:
      `Tu código para entrar en ${PRODUCT_NAME} es ${code}. ${LIFETIME} ` +
      `Solo funciona en el navegador que lo pidió; si no fuiste tú, ignora este mensaje.`,
    sms:
      `Tu clave para entrar en ${PRODUCT_NAME} es ${code}. Vale durante 10 minutos, solo en el navegador donde la ` +
      `pediste.`,
  }),
  firstSignIn: ({ code, kind }) => ({
    subject: `Tu código para entrar en ${PRODUCT_NAME}`,
    mail:
      `Tu código para entrar en ${PRODUCT_NAME} es ${code}. ${LIFETIME} Solo funciona en el navegador que lo ` +
      `pidió, y confirma ` +
      `${thisOne(kind)} para la cuenta en la que se indicó. Si no creaste esa cuenta, no uses el código.`,
    sms:
      `Tu clave para entrar en ${PRODUCT_NAME} es ${code}. Confirma también este ${shortName(kind)}. ¿No es tu ` +
      `cuenta? No la uses.`,
  }),
  contested: ({ kind }) => ({
    subject: `Tu acceso a ${PRODUCT_NAME}`,
    mail:
      `Alguien pidió un código para entrar en ${PRODUCT_NAME} con ${thisOne(kind)}. Varias cuentas lo han ` +
      `indicado y ninguna lo ha confirmado, así que todavía no ` +
      `abre ninguna. Si una es tuya, entra de otra forma y confirma ${thisOne(kind)} en tu perfil.`,
    sms:
      `Varias cuentas de ${PRODUCT_NAME} tienen este ${shortName(kind)}, ninguna lo ha confirmado. Si una es ` +
      `tuya, entra de otra forma y confirma el ${shortName(kind)} en tu perfil.`,
  }),
  passkeyAdded: () => ({
    subject: `Se añadió una llave de acceso a tu cuenta de ${PRODUCT_NAME}`,
    mail:
      `Se añadió una llave de acceso a tu cuenta de ${PRODUCT_NAME}. Desde ahora sirve para entrar. Si no fuiste ` +
      `tú, elimínala en tu perfil cuanto antes.`,
    sms:
      `Hay una nueva llave de acceso en tu cuenta de ${PRODUCT_NAME}. ¿No es tuya? Borra la llave en tu perfil ` +
      `cuanto antes.`,
  }),
  contactChangeAsked: ({ changed, hint }) => ({
    subject: `Otro contacto para tu cuenta de ${PRODUCT_NAME}`,
    mail:
      `Alguien con la sesión iniciada en tu cuenta de ${PRODUCT_NAME} pidió ` +
      `cambiar ${choose(changed, 'el número de teléfono', 'el correo electrónico')} por ${hint}. ${NOT_YOU}`,
    sms:
      `Alguien quiere cambiar el ${shortName(changed)} de tu cuenta de ${PRODUCT_NAME}. ¿No lo pediste? ` +
      `Desconecta los otros dispositivos en tu perfil.`,
  }),
  contactChanged: ({ changed, hint }) => ({
    subject: `Tu cuenta de ${PRODUCT_NAME} tiene otro contacto`,
    mail:
      `${theOne(changed)} de tu cuenta de ${PRODUCT_NAME} es ahora ${hint}. Se cerró la sesión en los demás ` +
      `dispositivos. ${NOT_YOU}`,
    sms:
      `Tu cuenta de ${PRODUCT_NAME} tiene otro ${shortName(changed)} y los otros dispositivos quedaron ` +
      `desconectados. ¿No lo pediste? Entra y revisa tu perfil.`,
  }),
  contactKept: ({ kind }) => ({
    subject: `Tu cuenta de ${PRODUCT_NAME}`,
    mail:
      `Alguien pidió usar ${thisOne(kind)} para otra cuenta de ${PRODUCT_NAME}. Se queda en la tuya y nada ha ` +
      `cambiado. ` +
      `Si fuiste tú, entra con él, o elige otro allí.`,
    sms:
      `Alguien quiso usar este ${shortName(kind)} para otra cuenta de ${PRODUCT_NAME}. Se queda en la tuya. Si lo ` +
      `pediste, elige otro.`,
  }),
  newDevice: ({ userAgent, at }) => ({
    subject: `Nuevo inicio de sesión en tu cuenta de ${PRODUCT_NAME}`,
    mail:
      `Nuevo inicio de sesión en tu cuenta de ${PRODUCT_NAME}: ${deviceName(userAgent, 'es')}, ${moment(at)}. ` +
      `Si fuiste tú, no tienes que hacer nada. ` +
      `Si no, abre tu perfil, cierra la sesión de ese dispositivo en la lista de dispositivos conectados y ` +
      `revisa allí tu teléfono, tu correo y tus llaves de acceso.`,
    sms:
      `Nuevo acceso a tu cuenta de ${PRODUCT_NAME}: ${deviceName(userAgent, 'es')}, ${momentOfSms(at)}. ¿No te ` +
      `suena? Desconecta ese dispositivo en tu perfil.`,
  }),
  claimRemoved: ({ claimed }) => ({
    subject: `Tus contactos de ${PRODUCT_NAME}`,
    mail:
      `${theOne(claimed)} de tu cuenta de ${PRODUCT_NAME} nunca se confirmó y se ha quitado. ` +
      `Puedes añadir y confirmar uno en tu perfil.`,
    sms:
      `Hemos quitado el ${shortName(claimed)} de tu cuenta de ${PRODUCT_NAME}, porque nadie lo ha confirmado. ` +
      `Puedes poner otro en tu perfil.`,
  }),
  contactProven: ({ proven }) => ({
    subject: `Tus contactos de ${PRODUCT_NAME}`,
    mail:
      `${theOne(proven)} de tu cuenta de ${PRODUCT_NAME} se confirmó con un código y desde ahora sirve para entrar. ` +
      `Si no fuiste tú, cámbialo en tu perfil.`,
    sms:
      `El ${shortName(proven)} de tu cuenta de ${PRODUCT_NAME} ha quedado confirmado con una clave y sirve para ` +
      `entrar. ¿No lo pediste? Revisa tu perfil.`,
  }),
  trialEndsSoon: ({ at, renews }) => ({
    subject: `Tu prueba de ${PRODUCT_NAME} Pro termina pronto`,
    mail: renews
      ? `Tu prueba gratuita de ${PRODUCT_NAME} Pro termina el ${moment(at)}. A partir de entonces, Pro cuesta ` +
        `9,99\u00a0$ al mes. Si no lo quieres, cancélalo antes en tu perfil.`
      : `Tu prueba gratuita de ${PRODUCT_NAME} Pro termina el ${moment(at)}. No se cobrará nada. Si quieres ` +
        `seguir siendo Pro, hazte miembro en tu perfil.`,
    sms: renews
      ? `Tu prueba de ${PRODUCT_NAME} Pro termina el ${momentOfSms(at)}, luego 9,99 $ al mes. Puedes cancelar ` +
        `antes en tu perfil.`
      : `Tu prueba de ${PRODUCT_NAME} Pro termina el ${momentOfSms(at)}. No se te cobra nada.`,
  }),
  membershipUnpaid: ({ until }) => ({
    subject: `Ha fallado tu pago de ${PRODUCT_NAME} Pro`,
    mail:
      `El pago de ${PRODUCT_NAME} Pro ha fallado. Sigues siendo Pro hasta el ${moment(until)}, y mientras tanto ` +
      `volvemos a intentarlo. Revisa tu tarjeta en tu perfil.`,
    sms:
      `El pago de ${PRODUCT_NAME} Pro ha fallado. Sigues siendo Pro hasta el ${momentOfSms(until)}. Revisa tu ` +
      `tarjeta en tu perfil.`,
  }),
  membershipEnded: () => ({
    subject: `Tu membresía de ${PRODUCT_NAME} Pro ha terminado`,
    mail:
      `Tu membresía de ${PRODUCT_NAME} Pro ha terminado, y no se cobrará nada más. Puedes volver a ser Pro ` +
      `cuando ` +
      `quieras en tu perfil.`,
    sms: `Tu plan ${PRODUCT_NAME} Pro ha terminado. Ya no se te cobra nada.`,
  }),
  takedownDecided: ({ isTakenDown }) => ({
    subject: `Tu solicitud a ${PRODUCT_NAME}`,
    mail: isTakenDown
      ? `Gracias por escribir a ${PRODUCT_NAME}. Hemos revisado tu solicitud y hemos retirado lo que pedías.`
      : `Gracias por escribir a ${PRODUCT_NAME}. Hemos revisado tu solicitud y no vamos a retirar lo que pedías. ` +
        `Si se nos ha escapado algo, escríbenos de nuevo y cuéntanos más.`,
    sms: isTakenDown
      ? `${PRODUCT_NAME} ha retirado lo que pediste en tu solicitud. Gracias por escribir.`
      : `${PRODUCT_NAME} ha revisado tu solicitud y no va a retirar lo que pediste.`,
  }),
};
