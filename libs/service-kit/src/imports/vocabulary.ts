/**
 * Names of columns by field, in English, French, Spanish, Portuguese, German, Italian and Dutch; the first that a
 * file has is taken. Without case, accents, signs and the words of `NOISE`.
 */
export const NAMES: Record<string, string[]> = {
  id: words(`id registryid muralid muralregistrationid artworkid artid workid publicartid assetid recordid uniqueid
    uniqueidentifier globalid objectid fid gid ogcfid uuid guid identifier identifiant identificador identificativo
    kennung idoeuvre idobra numero nummer numeroinventaire inventarnummer number no nr num ref reference
    accessionnumber accession catalognumber key code codigo codice`),
  title: words(`title titleofwork worktitle artworktitle arttitle muraltitle itemtitle titre titreoeuvre nomoeuvre
    titulo titolo titel displaytitle werktitel titelwerk artwork artworkname muralname artname nameofwork nameofart
    pieceofart name nom nombre nome bezeichnung kunstwerk naam mural murale fresque oeuvre obra opera work label
    intitule denomination denominacion denominazione objekt`),
  name: words(`name wallname wall title nom nombre nome naam bezeichnung spot place site label titre titolo titel`),
  artistName: words(`artistname artist artists artistnames artistsnames artistcredit artistfullname artistcrew
    artiste artistes nomartiste nomsartistes artista artistas nombreartista nomeartista muralista muralistas
    muralist muralists graffitiartist kunstler kunstlerin kuenstler kunstlername kunstlerinnen kunstenaar
    kunstenaars naamkunstenaar creator creators createdby creatorname author authors auteur auteurs autor autora
    autores autore autori maker makers designer paintedby painter painters realisepar sculptor crew artist1 artiste1
    dessinateur tekenaar graffeur grafitero grafiteiro`),
  description: words(`description descriptionofwork descriptionofartwork artworkdescription desc descr
    longdescription fulldescription shortdescription details about statement artiststatement notes note comment
    comments commentaire commentaires remarks remarques observaciones descripcion descricao descrizione beschreibung
    omschrijving toelichting bemerkung notizen texte text story history`),
  latitude: words(`latitude lat ycoordinate ycoord coordy pointy latwgs84 ywgs84 geolat gpslat latdd declat
    latdecimal latitud latitudine breitengrad breite geografischebreite breedtegraad y`),
  longitude: words(`longitude lon lng long xcoordinate xcoord coordx pointx lonwgs84 longwgs84 xwgs84 geolon geolng
    geolong gpslon gpslong londd longdd declong longdecimal longitud longitudine langengrad lange geografischelange
    lengtegraad x`),
  position: words(`geopoint2d geopoint geolocation geolocalisation geolocalizacion georeference geolocalizzazione
    latlng latlon latlong lonlat longlat latitudelongitude coordinates coordonnees coordonneesgeo coordonneesgps
    coordenadas coordinate coordinaten koordinaten gpskoordinaten coord coords position posicion posizione point
    location location1 thegeom geom geometry geo shape wkt wkbgeometry gps gpscoordinates googlemaps googlemapslink
    maplink map mapurl`),
  crs: words(`crs srid epsg srs spatialreference coordinatesystem`),
  address: words(`address fulladdress streetaddress siteaddress address1 addressline1 locationaddress muraladdress
    addressofwork adresse adressecivique adressepostale direccion domicilio endereco morada indirizzo anschrift
    adres location locationdescription locationonsite locationdetails locationname locatie localisation localizacion
    localizacao sitename site lieu emplacement ubicacion ubicazione luogo local standort street streetname rue calle
    rua strasse straße straat via where place intersection nearestaddress`),
  year: words(`year yr yearofinstallation yearinstalled yearcompleted yearcreated yearpainted yearofcompletion
    yearmade installationyear completionyear creationyear annee anneerealisation anneecreation anneedecreation
    anneeinstallation ano anno annorealizzazione jahr baujahr entstehungsjahr jaar jaartal bouwjaar installed
    installation installationdate installdate dateinstalled datecompleted datecreated dateofinstallation
    dateofcompletion completiondate completed created creationdate artdate dateofwork paintedon datepainted
    daterealisation datecreation date fecha data datum`),
  status: words(`status currentstatus muralstatus artworkstatus artstatus workstatus displaystatus statut
    statutoeuvre stato estatus state condition displayed onview etat estado zustand toestand existing exists active
    isactive inplace extant stillexists stillexisting removed isremoved`),
  licence: words(`licence license licenceterms rights lizenz licencia licenca licenza`),
  sourceUrl: words(`url link website webpage web page permalink sourceurl moreinfo moreinformation lien enlace
    weblink artworkurl siteweb sitoweb pagina`),
  city: words(`city town municipality ville commune ciudad cidade citta comune stadt ort stad gemeente plaats
    municipio suburb`),
  country: words(`country pays pais paese land nation`),
  hours: words(`hours openinghours opening heures horaires horario orari zeiten offnungszeiten openingstijden`),
  source: words(`source url link website reference quelle bron fuente fonte`),
};

/** Ends of names that are taken where no whole name of `NAMES` is found: "display_title", "lead artist". */
export const ENDINGS: Record<string, RegExp> = {
  title: /(?<!sub)(?:title|titre|titel|titulo|titolo)$/,
  artistName: /(?:artists?|artistes?|artistas?|kunstler|kunstenaar|muralist|artistname)$/,
  year: /(?:year|annee|jahr|jaar)$/,
  address: /(?:address|roadname|streetname|adresse|direccion|indirizzo|adres)$/,
  city: /(?:city|town|ville|ciudad|municipality|municipio|gemeente|commune|comune)$/,
  country: /(?:country|pais|paese)$/,
  latitude: /(?:latitude|latitud|latitudine|breitengrad)$/,
  longitude: /(?:longitude|longitud|longitudine|langengrad)$/,
};

/** Columns in which ArcGIS notes who edited a row and when; all of a file's, if one of the last two is there. */
export const TRACKING = words(`creator creationdate createduser createddate editor lasteditor lastediteduser
    editdate lastediteddate`);

/** First and last name of an artist in columns of their own. */
export const FIRST_NAMES = words(`artistfirstname artistsfirstname firstname first givenname prenom prenomartiste
    vorname kunstlervorname nombreartista nombre nomeartista voornaam`);
export const LAST_NAMES = words(`artistlastname artistslastname lastname last surname familyname nomartiste
    nomdefamille nachname kunstlernachname apellido apellidos apellidoartista cognome sobrenome achternaam nom`);

/** Words in the names of columns that say nothing: "Current Status", "Mural Title (English)", "titre_de_l_oeuvre". */
export const NOISE = new Set(
  words(`mural murals murale murales artwork artworks work works piece publicart
    streetart oeuvre oeuvres fresque obra werk kunstwerk opera the of de du des la le les l d el los del da do di
    der die das dem van het een en eng english fr french es de nl it fresco wgs wgs84 4326 epsg epgs geo coordinate
    coordinates coord current full primary main item asset feature`),
);

/** Columns called like this hold how to reach a person. Parts of words. */
export const CONTACT_NAMES =
  /e_?mail|courriel|correo|phone|telefon|telef|(^|_)(mail|tel|mobile|cell|handy|fax|gsm|whatsapp)(_|$)/;

/** Texts that mean "no value" in any column. Without case and accents. */
export const ABSENT = phrases(`null|<null>|(null)|nil|nan|none|n/a|na|n.a.|#n/a|#value!|#ref!|undefined|\\n|-|--|
    ---|–|—|?|??|.|/|n/d|nd|n.d.|s/d|sd|sin datos|no data|no value|not available|not applicable|not specified|
    unspecified|not known|tbd|tba|tbc|no disponible|non disponible|non renseigne|nc|n.c.|s.o.|sans objet|
    keine angabe|keine angaben|k.a.|k. a.|nicht bekannt|onbekend|geen|n.v.t.|aucun|aucune|ninguno|ninguna|nenhum|
    nessuno|keine|leer|blank|empty|(blank)|(empty)`);

/** Texts that mean "not known", in all columns but those of a status or an id. */
export const UNKNOWN = phrases(`unknown|<unknown>|inconnu|inconnue|unbekannt|desconocido|desconocida|desconhecido|
    sconosciuto|onbekend|non identifie|not recorded|no information`);

/** Placeholders of single fields. */
export const PLACEHOLDERS: Record<string, ReadonlySet<string>> = {
  title: phrases(`unknown title|title unknown|no title|notitle|without title|untitled|<untitled>|(untitled)|
    [untitled]|untitled mural|unnamed|unnamed mural|untitled work|untitled artwork|sans titre|sans nom|
    titre inconnu|sin titulo|s/t|sem titulo|ohne titel|o.t.|o. t.|unbenannt|titel unbekannt|senza titolo|
    zonder titel|geen titel|titel onbekend`),
  artistName: phrases(`unknown artist|artist unknown|unknown artists|unidentified|unidentified artist|
    unknown/various|artiste inconnu|auteur inconnu|artista desconocido|autor desconocido|autor desconhecido|
    artista sconosciuto|kunstler unbekannt|unbekannter kunstler|kunstenaar onbekend`),
  description: phrases(`no description|no description available|no descr|aucune description|sin descripcion|
    sem descricao|keine beschreibung|geen omschrijving`),
  address: phrases(`no address|unknown address|address unknown|unknown location|location unknown|sin direccion|
    adresse inconnue`),
};

/** Status words of works that stand. Without case and accents; matched as whole words. */
export const STANDING = phrases(`in collection|published|publicat|publie|publicado|approved|accepted|on loan|
    in place|standing|existing|exists|exist|active|extant|ongoing|current|currently|
    present|installed|on display|displayed|on view|in situ|good|very good|fair|poor|excellent|new|visible|intact|
    permanent|accessible|complete|completed|damaged|faded|fading|restored|refreshed|under restoration|needs repair|
    vandalized|tagged|maintained|stable|live|yes|true|y|t|1|existant|existante|existe|en place|presente|present|
    actif|active|bon|bon etat|moyen|mauvais|oui|conservee|conserve|vorhanden|bestehend|aktiv|sichtbar|erhalten|gut|
    sehr gut|mittel|schlecht|ja|existiert|activo|activa|vigente|existente|bueno|buena|regular|malo|visible|si|sim|
    visivel|ativo|ativa|bom|boa|otimo|buono|discreto|cattivo|attivo|attiva|esistente|aanwezig|bestaand|actief|goed|
    redelijk|slecht|zichtbaar`);

/** Status words of works that are gone. */
export const GONE = phrases(`gone|removed|removal complete|no longer in place|no longer exists|no longer exist|
    no longer extant|no longer visible|no longer there|no longer on display|deaccessioned|decommissioned|destroyed|
    demolished|lost|missing|inactive|not existing|does not exist|not extant|not in place|painted over|paintedover|
    overpainted|buffed|covered|covered up|faded away|erased|stolen|relocated to storage|in storage|stored|archived|
    extinct|not visible|not on display|off display|whitewashed|obscured|retired|dismantled|no|false|f|n|0|disparu|
    disparue|n existe plus|n'existe plus|detruit|detruite|demoli|demolie|enleve|enlevee|retire|retiree|inactif|
    efface|effacee|recouvert|recouverte|supprime|supprimee|non|entfernt|zerstort|abgerissen|ubermalt|
    nicht mehr vorhanden|verschwunden|uberstrichen|abgebaut|nein|inaktiv|eliminado|eliminada|desaparecido|
    desaparecida|destruido|destruida|demolido|demolida|borrado|borrada|retirado|retirada|inactivo|inactiva|tapado|
    ya no existe|removido|removida|apagado|inativo|rimosso|rimossa|distrutto|distrutta|demolito|scomparso|scomparsa|
    cancellato|cancellata|verwijderd|verdwenen|gesloopt|overschilderd|vernietigd|weg|inactief`);

/** Words before a status that turn it, or say that it is to come. */
export const TURNING = words(`not no non never to be will pending proposed planned scheduled partially partly nearly
    almost pas a sera nicht teilweise geplant parcialmente parzialmente deels gedeeltelijk`);

/** Status columns that may be something else, such as the states of a country: they need a word for "gone". */
export const DOUBTFUL_STATUS = new Set(
  words(`state condition etat estado zustand toestand stato displayed onview
    existing exists active isactive inplace extant stillexists stillexisting removed isremoved`),
);

/** Columns whose "yes" means that the work is gone. */
export const NEGATIVE_STATUS = new Set(words('removed isremoved'));

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function phrases(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split('|')
      .map((phrase) => phrase.trim())
      .filter(Boolean),
  );
}
