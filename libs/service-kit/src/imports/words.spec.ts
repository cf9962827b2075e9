import { describe, expect, it } from '@jest/globals';
import { isAbsent } from './absent.js';
import { columnKeys, columnsOf, holdsContacts, withoutEmails } from './columns.js';
import { countryNamed } from './place-names.js';
import { numberedIds, madeId } from './row-id.js';
import { statusOf, statusWords } from './status.js';
import { NAMES } from './vocabulary.js';
import { yearIn } from './year.js';

describe('a status word', () => {
  it.each([
    'In place',
    'Active',
    'ACTIVE - good condition',
    'En place',
    'Vorhanden',
    'Activo',
    'Bestaand',
    'Visível',
    'Attiva',
    'Needs repair',
    'In collection',
    'Existing mural',
  ])('of a work that stands: %s', (text) => {
    expect(statusOf(text)).toBe('standing');
  });

  it.each([
    'Removed',
    'Removed in 2015',
    'No longer in place',
    'Mural no longer exists',
    'Disparue',
    'Détruite',
    'Zerstört',
    'Übermalt',
    'Eliminado',
    'Gesloopt',
    'Distrutto',
    'Deaccessioned',
    'Painted over',
  ])('of a work that is gone: %s', (text) => {
    expect(statusOf(text)).toBe('gone');
  });

  it.each(['Phase 3', 'To be removed', 'Not removed', 'NSW', 'Unknown', 'Proposed', ''])(
    'that is not known: %s',
    (text) => {
      expect(statusOf(text)).toBeUndefined();
    },
  );

  it('is translated by an operator before the known ones, and counted if nobody does', () => {
    expect(statusWords(['Active', 'Phase 3', 'phase 3', 'Odd', 'Odd'], { 'Phase 3': 'gone' })).toEqual({
      values: { Active: 'standing', 'Phase 3': 'gone', 'phase 3': 'gone' },
      unclear: new Map([['Odd', 2]]),
    });
  });

  it('means the opposite in a column that asks whether the work is removed', () => {
    expect(statusWords(['yes', 'No'], {}, true).values).toEqual({ yes: 'gone', No: 'standing' });
  });
});

describe('a text for "no value"', () => {
  it.each(['<Null>', 'None', 'N/A', 'n/a', 'NULL', '-', '–', 'NaN', 'Sin datos', ' '])(
    'is absent in any column: %s',
    (text) => {
      expect(isAbsent(text)).toBe(true);
      expect(isAbsent(text, 'title')).toBe(true);
    },
  );

  it('is absent in the field that it is a placeholder of', () => {
    for (const text of ['Untitled', 'unknown title', 'Sans titre', 'Ohne Titel', 'Sin título', 'Unknown'])
      expect(isAbsent(text, 'title')).toBe(true);
    expect(isAbsent('Unknown artist', 'artistName')).toBe(true);
    expect(isAbsent('Artiste inconnu', 'artistName')).toBe(true);
    expect(isAbsent('Untitled', 'description')).toBe(false);
    expect(isAbsent('Unknown', 'status')).toBe(false);
    expect(isAbsent('Nulla dies', 'title')).toBe(false);
  });
});

describe('the year', () => {
  it.each([
    ['31-12-2019', 2019],
    ['1/5/2019', 2019],
    ['31.12.2007', 2007],
    ['2019-05-01', 2019],
    ['20190501', 2019],
    ['May 2019', 2019],
    ['12 mai 2019', 2019],
    ['December 31, 2019', 2019],
    ['c. 1990', 1990],
    ['1546300800000', 2019],
    ['2007-2008', 2007],
    ['2011.0', 2011],
    ['1 de mayo de 2019', 2019],
    ['01-Jun-2016', 2016],
  ])('of %s', (text, year) => {
    expect(yearIn(text)).toBe(year);
  });

  it.each(['20071', '0007', '', 'World Expo, installed 1989', '9999'])('is not seen in %j', (text) => {
    expect(yearIn(text)).toBeNull();
  });
});

describe('the names of columns', () => {
  const fieldOf = (column: string) =>
    Object.keys(NAMES).filter((field) => columnsOf(field, columnKeys([column])).length > 0);

  it.each([
    ['Current Status', 'status'],
    ['Title,', 'title'],
    ['"Artist, Name"', 'artistName'],
    ['muralista', 'artistName'],
    ['artiste', 'artistName'],
    ['Unique identifier', 'id'],
    ['Mural Title (English)', 'title'],
    ["Nom de l'artiste", 'artistName'],
    ['Titre / Title', 'title'],
    ['titleOfWork', 'title'],
    ['properties.Künstler', 'artistName'],
    ['Année de réalisation', 'year'],
    ['Straße', 'address'],
    ['Indirizzo', 'address'],
    ['Breedtegraad', 'latitude'],
    ['Longitudine', 'longitude'],
    ['Artwork Artist', 'artistName'],
    ['PublicArt_Title', 'title'],
    ['Anno', 'year'],
    ['geo_epgs_4326_lat', 'latitude'],
    ['addresses_town', 'city'],
    ['display_title', 'title'],
    ['nom_de_la_fresque', 'title'],
    ['Address Full', 'address'],
    ['Artist(s)', 'artistName'],
    ['WGS84 Longitude', 'longitude'],
  ])('%s is known', (column, field) => {
    expect(fieldOf(column)).toContain(field);
  });
});

describe('columns of contacts', () => {
  it.each([
    ['artist_email', ['x']],
    ['Contact Phone', ['x']],
    ['Telefon', ['x']],
    ['by', ['ana@example.org', 'Ben']],
    ['contact', ['+1 514 555 0100']],
  ])('are recognised: %s', (column, values) => {
    expect(holdsContacts(column, values)).toBe(true);
  });

  it('are no descriptions with an address here and there, which loses it', () => {
    const texts = [
      'Ask the office at art@example.org for a tour of the whole wall.',
      ...Array.from({ length: 9 }, () => 'A wall'),
    ];
    expect(holdsContacts('description', texts)).toBe(false);
    expect(withoutEmails(texts[0]!)).toBe('Ask the office at … for a tour of the whole wall.');
  });
});

describe('the id of a row', () => {
  it('is made of title and place', () => {
    expect(madeId('Ibis', { latitude: 1.5, longitude: -2 })).toBe('Ibis 1.5 -2');
    expect(madeId(undefined, { latitude: 1.5, longitude: -2 })).toBe('1.5 -2');
  });

  it('is numbered where it repeats, also from batch to batch', () => {
    expect(numberedIds(['a', 'b', 'a', 'a'], new Map())).toEqual(['a', 'b', 'a (2)', 'a (3)']);
    expect(numberedIds(['a', 'b'], new Map([['a', 3]]))).toEqual(['a (4)', 'b']);
  });
});

describe('the name of a country', () => {
  it.each([
    ['Deutschland', 'Germany'],
    ['España', 'Spain'],
    ['USA', 'United States of America'],
    ['Pays-Bas', 'Netherlands'],
    ['England', 'United Kingdom'],
  ])('is known in several languages: %s', (text, country) => {
    expect(countryNamed(text)).toBe(country);
  });
});
