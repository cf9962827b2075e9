import { DEFAULT_LANGUAGE, deviceName, type Language } from '@sprayhunt/service-kit';

/** Names of common password managers by AAGUID (the id of an authenticator's model). */
const PROVIDERS: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
};

const WORDS: Record<Language, { here: string; mobile: string; key: string; other: string }> = {
  en: { here: 'My device', mobile: 'Phone or tablet', key: 'Security key', other: 'Passkey' },
  fr: { here: 'Mon appareil', mobile: 'Téléphone ou tablette', key: 'Clé de sécurité', other: 'Clé d’accès' },
  es: { here: 'Mi dispositivo', mobile: 'Teléfono o tableta', key: 'Llave de seguridad', other: 'Llave de acceso' },
  de: { here: 'Mein Gerät', mobile: 'Handy oder Tablet', key: 'Sicherheitsschlüssel', other: 'Passkey' },
};

/**
 * Default name of a passkey, in the language of the player who adds it.
 * @param userAgent of the browser that created it
 */
export function defaultName(
  aaguid: string,
  transports: readonly string[],
  userAgent: string | undefined,
  language: Language = DEFAULT_LANGUAGE,
): string {
  const words = WORDS[language];
  const provider = PROVIDERS[aaguid];
  if (provider) return provider;
  if (transports.includes('internal')) return userAgent ? deviceName(userAgent, language) : words.here;
  if (transports.includes('hybrid')) return words.mobile;
  if (['usb', 'nfc', 'ble', 'smart-card'].some((way) => transports.includes(way))) return words.key;
  return words.other;
}
