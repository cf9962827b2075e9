import { valueIn, type WrittenMap } from './column-map.js';
import type { Importer } from './importer.js';
import { ownExportMap } from './own-export.js';
import { degreesIn, positionIn, positionOf } from './position.js';
import type { Sample } from './probe.js';

/**
 * Names of columns by field, in English, French, Spanish, Portuguese, German and Dutch; the first that
 * a file has is taken. Without case, accents and signs.
 */
const NAMES: Record<string, string[]> = {
  id: [
    'id', 'registryid', 'muralid', 'muralregistrationid', 'artworkid', 'artid', 'workid', 'publicartid', 'assetid', 'recordid', 'uniqueid', 'globalid', 'objectid',
    'fid', 'gid', 'ogcfid', 'uuid', 'guid', 'identifier', 'identifiant', 'idoeuvre', 'numero', 'number', 'no', 'nr', 'ref', 'reference', 'accessionnumber', 'key', 'code',
  ],
  title: [
    'title', 'titleofwork', 'worktitle', 'artworktitle', 'arttitle', 'muraltitle', 'itemtitle', 'titre', 'titreoeuvre', 'nomoeuvre', 'titulo', 'titel', 'werktitel', 'artwork',
    'artworkname', 'muralname', 'nameofwork', 'name', 'nom', 'nombre', 'nome', 'bezeichnung', 'naam', 'mural', 'work', 'label',
  ],
  name: ['name', 'wallname', 'wall', 'title', 'nom', 'nombre', 'nome', 'naam', 'bezeichnung', 'spot', 'place', 'site', 'label'],
  artistName: [
    'artistname', 'artist', 'artists', 'artistnames', 'artistcredit', 'artistfullname', 'artiste', 'artistes', 'nomartiste', 'artista', 'artistas', 'kunstler', 'kuenstler', 'kunstenaar',
    'creator', 'creators', 'createdby', 'author', 'auteur', 'autor', 'maker', 'paintedby',
  ],
  description: [
    'description', 'descriptionofwork', 'descriptionofartwork', 'artworkdescription', 'desc', 'longdescription', 'shortdescription', 'details', 'about', 'statement', 'artiststatement', 'notes', 'comment',
    'comments', 'remarks', 'descripcion', 'descricao', 'beschreibung', 'omschrijving',
  ],
  latitude: ['latitude', 'lat', 'ycoordinate', 'ycoord', 'pointy', 'latwgs84', 'geolat', 'gpslat', 'latitud', 'breitengrad', 'breite', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'xcoordinate', 'xcoord', 'pointx', 'lonwgs84', 'longwgs84', 'geolon', 'geolng', 'geolong', 'gpslon', 'gpslong', 'longitud', 'langengrad', 'lange', 'x'],
  position: ['geopoint2d', 'geopoint', 'geolocation', 'latlng', 'latlon', 'latlong', 'coordinates', 'coordonnees', 'coordenadas', 'koordinaten', 'position', 'point', 'location', 'location1', 'thegeom', 'geom', 'geometry', 'wkt', 'gps'],
  address: [
    'address', 'fulladdress', 'streetaddress', 'siteaddress', 'address1', 'locationaddress', 'muraladdress', 'addressofwork', 'adresse', 'adressecivique', 'direccion', 'endereco', 'anschrift', 'adres',
    'location', 'locationdescription', 'locationonsite', 'sitename', 'site', 'lieu', 'emplacement', 'ubicacion', 'standort', 'street', 'rue', 'strasse', 'where',
  ],
  year: [
    'year', 'yearofinstallation', 'yearinstalled', 'yearcompleted', 'yearcreated', 'yearpainted', 'installationyear', 'completionyear', 'annee', 'anneerealisation', 'ano', 'jahr', 'baujahr', 'jaar',
    'installed', 'installationdate', 'dateinstalled', 'datecompleted', 'datecreated', 'dateofinstallation', 'completed', 'created', 'date',
  ],
  status: ['status', 'state', 'condition', 'displayed', 'muralstatus', 'artworkstatus', 'statut', 'etat', 'estado', 'zustand', 'existing', 'active'],
  licence: ['licence', 'license', 'licenceterms', 'rights', 'lizenz', 'licencia'],
  sourceUrl: ['url', 'link', 'website', 'webpage', 'page', 'permalink', 'sourceurl', 'moreinfo', 'lien', 'enlace', 'weblink'],
  city: ['city', 'town', 'municipality', 'ville', 'commune', 'ciudad', 'cidade', 'stadt', 'ort', 'stad', 'gemeente', 'suburb'],
  country: ['country', 'pays', 'pais', 'land', 'nation'],
  hours: ['hours', 'openinghours', 'opening', 'heures', 'horaires', 'horario', 'zeiten', 'offnungszeiten'],
  source: ['source', 'url', 'link', 'website', 'reference'],
};

/** First and last name of an artist in columns of their own. */
const FIRST_NAMES = ['artistfirstname', 'firstname', 'first', 'prenom', 'prenomartiste', 'vorname', 'nombreartista', 'nombre'];
const LAST_NAMES = ['artistlastname', 'lastname', 'last', 'surname', 'familyname', 'nomartiste', 'nomdefamille', 'nachname', 'apellido', 'apellidos', 'nom'];

const STANDING = /^(in ?place|standing|existing|exists|active|extant|ongoing|current|present|installed|on display|displayed|good|fair|excellent|visible|intact|yes|true|y|1|existant|existante|en place|actif|vorhanden|bestehend|activo)$/i;
const GONE = /^(gone|removed|no longer (in place|exists?|visible)|deaccessioned|destroyed|demolished|lost|missing|inactive|not existing|decommissioned|painted over|buffed|covered|faded away|no|false|n|0|disparue?|detruite?|enlevee?|retiree?|inactif|effacee?|entfernt|zerstort|eliminado)$/i;

const ABSENT = ['n/a', 'N/A', 'NA', 'null', 'NULL', 'None', 'none', '-', '--'];

/** A guessed map for a file without one, and what an operator should know about it. */
export interface Guess {
  map: WrittenMap;
  notes: string[];
}

export function guessedMap(sample: Sample, importer: Importer): Guess {
  const exported = ownExportMap(sample, importer.exported);
  return exported ? { map: exported, notes: [] } : new Guessing(sample, importer).guess();
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const keyOf = (column: string) => plain(column).replace(/[^a-z0-9]/g, '');

/** Whether files often have a column of this name. */
export const isColumnName = (text: string) => Object.values(NAMES).some((names) => names.includes(keyOf(text)));

class Guessing {
  private readonly byKey = new Map<string, string>();
  private readonly fields: Record<string, unknown> = {};
  private readonly notes: string[] = [];
  private readonly absent: string[];

  constructor(
    private readonly sample: Sample,
    private readonly importer: Importer,
  ) {
    for (const column of sample.columns) {
      for (const key of [keyOf(column), keyOf(column.split('.').at(-1)!)]) if (!this.byKey.has(key)) this.byKey.set(key, column);
    }
    this.absent = ABSENT.filter((text) => sample.rows.some(({ columns }) => Object.values(columns).includes(text)));
  }

  guess(): Guess {
    this.position();
    this.people();
    for (const field of this.importer.fields) if (!(field in this.fields) && !['id', 'latitude', 'longitude', 'position', 'status'].includes(field)) this.take(field);
    if (this.importer.fields.includes('status')) this.status();
    this.identify();
    return { map: { ...(this.absent.length > 0 && { absent: this.absent }), ...(this.isSwapped() && { swapped: true }), fields: this.fields as WrittenMap['fields'] }, notes: this.notes };
  }

  /** Sets a field to the first column that is called like it and that nothing else uses. */
  private take(field: string, fits: (values: string[]) => boolean = () => true): void {
    const column = this.columnFor(NAMES[field] ?? [field.toLowerCase()], fits);
    if (column !== undefined) this.fields[field] = column;
  }

  private columnFor(names: string[], fits: (values: string[]) => boolean = () => true): string | undefined {
    const used = Object.values(this.fields).flat();
    return names.map((name) => this.byKey.get(name)).find((column) => column !== undefined && !used.includes(column) && this.valuesOf(column).length > 0 && fits(this.valuesOf(column)));
  }

  /** Coordinates in two columns, in one, or in the geometry, which needs no mapping. */
  private position(): void {
    if (this.sample.rows.some(({ geometry }) => geometry != null && typeof positionOf(geometry) !== 'string')) return;
    const degrees = (values: string[]) => !mostly(values, (text) => Math.abs(degreesIn(text) ?? 0) > 180);
    this.take('latitude', degrees);
    this.take('longitude', degrees);
    if ('latitude' in this.fields && 'longitude' in this.fields) return;
    delete this.fields['latitude'];
    delete this.fields['longitude'];
    this.take('position', (values) => mostly(values, (text) => positionIn(text) !== undefined));
    const projected = this.columnFor([...NAMES['latitude']!, ...NAMES['longitude']!, 'easting', 'northing']);
    if (!('position' in this.fields) && projected) this.notes.push(`"${projected}" does not hold degrees; coordinates of another system must be converted to WGS 84 first.`);
  }

  private people(): void {
    if (!this.importer.fields.includes('artistName')) return;
    const [first, last] = [this.columnFor(FIRST_NAMES), this.columnFor(LAST_NAMES)];
    if (first && last) this.fields['artistName'] = { join: [first, last] };
  }

  private status(): void {
    const column = this.columnFor(NAMES['status']!);
    if (column === undefined) return;
    const said = [...new Set(this.valuesOf(column))];
    const values = Object.fromEntries(said.map((text) => [text, STANDING.test(plain(text)) ? 'standing' : GONE.test(plain(text)) ? 'gone' : undefined]));
    const unclear = said.filter((text) => values[text] === undefined);
    if (unclear.length === 0) this.fields['status'] = { from: column, values };
    else {
      const shown = unclear.slice(0, 5).map((text) => `"${text.slice(0, 40)}"`).join(', ');
      this.notes.push(`"${column}" may be the status, but ${shown} is neither standing nor gone; say what it means: "status": {"from": "${column}", "values": {…}}.`);
    }
  }

  /** A column of ids; else a title that no two rows share; else title and place together. */
  private identify(): void {
    const own = (values: string[]) => values.length === this.sample.rows.filter(({ fault }) => !fault).length && new Set(values).size === values.length;
    const named = [...NAMES['id']!, ...[...this.byKey.keys()].filter((key) => key.endsWith('id'))];
    const column = this.columnFor(named, own);
    if (column !== undefined) {
      this.fields['id'] = column;
      return;
    }
    const title = this.fields['title'] ?? this.fields['name'];
    if (typeof title !== 'string') return;
    const position = ['latitude', 'longitude', 'position'].map((field) => this.fields[field]).filter((one): one is string => typeof one === 'string');
    const alone = position.length === 0 || own(this.valuesOf(title));
    this.fields['id'] = alone ? title : { join: [title, ...position], with: ' ' };
    const known = alone ? 'its title' : 'its title and place';
    this.notes.push(`No column holds ids; a row is known by ${known}, and is another one where that changes.`);
  }

  /** Whether most positions make sense only with latitude and longitude exchanged. */
  private isSwapped(): boolean {
    let swapped = 0;
    let right = 0;
    for (const { columns, geometry } of this.sample.rows) {
      const text = (field: string) => (typeof this.fields[field] === 'string' ? (columns[this.fields[field]] ?? '').trim() : '');
      const position = 'position' in this.fields ? positionIn(text('position')) : 'latitude' in this.fields ? { latitude: degreesIn(text('latitude')) ?? NaN, longitude: degreesIn(text('longitude')) ?? NaN } : positionOf(geometry);
      if (!position || typeof position === 'string') continue;
      if (Math.abs(position.latitude) > 90 && Math.abs(position.longitude) <= 90) swapped++;
      else if (Math.abs(position.latitude) <= 90) right++;
    }
    if (swapped > right) this.notes.push('Latitude and longitude look exchanged; they are read the other way round ("swapped": true).');
    return swapped > right;
  }

  private valuesOf(column: string): string[] {
    return this.sample.rows.map(({ columns }) => valueIn(this.absent, columns[column])).filter((text) => text !== undefined);
  }
}

/** A column may hold some broken values. */
const mostly = (values: string[], holds: (text: string) => boolean) => values.filter(holds).length > values.length / 2;
