/** West, south, east and north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A projected coordinate reference system. */
export interface Projection {
  /** EPSG code. */
  code: number;
  name: string;
  /** Area of use. */
  box: Box;
  /** Definition as the library proj4 reads it. */
  definition: string;
}

/**
 * Systems in which cities publish open data, from the EPSG dataset; where that names a grid file for the datum,
 * its seven parameters stand here.
 */
// prettier-ignore
const NATIONAL: [code: number, name: string, box: Box, definition: string][] = [
  [2056, 'CH1903+ / LV95', [5.96, 45.82, 10.49, 47.81],
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 ' +
      '+ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0'],
  [2100, 'GGRS87 / Greek Grid', [19.57, 34.88, 28.3, 41.75],
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 ' +
      '+towgs84=-199.87,74.79,246.62,0,0,0,0'],
  [2154, 'RGF93 v1 / Lambert-93', [-9.86, 41.15, 10.38, 51.56],
    '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80'],
  [2157, 'IRENET95 / Irish Transverse Mercator', [-10.56, 51.39, -5.34, 55.43],
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80'],
  [2180, 'ETRF2000-PL / CS92', [14.14, 49, 24.15, 55.93],
    '+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80'],
  [2193, 'NZGD2000 / New Zealand Transverse Mercator 2000', [166.37, -47.33, 178.63, -34.1],
    '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80'],
  [2227, 'NAD83 / California zone 3 (ftUS)', [-123.02, 36.73, -117.83, 38.71],
    '+proj=lcc +lat_0=36.5 +lon_0=-120.5 +lat_1=38.4333333333333 +lat_2=37.0666666666667 ' +
      '+x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft'],
  [2229, 'NAD83 / California zone 5 (ftUS)', [-121.42, 32.76, -114.12, 35.81],
    '+proj=lcc +lat_0=33.5 +lon_0=-118 +lat_1=35.4666666666667 +lat_2=34.0333333333333 ' +
      '+x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft'],
  [2230, 'NAD83 / California zone 6 (ftUS)', [-118.15, 32.53, -114.42, 34.08],
    '+proj=lcc +lat_0=32.1666666666667 +lon_0=-116.25 +lat_1=33.8833333333333 +lat_2=32.7833333333333 ' +
      '+x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft'],
  [2232, 'NAD83 / Colorado Central (ftUS)', [-109.06, 38.14, -102.04, 40.09],
    '+proj=lcc +lat_0=37.8333333333333 +lon_0=-105.5 +lat_1=39.75 +lat_2=38.45 +x_0=914401.828803657 ' +
      '+y_0=304800.609601219 +ellps=GRS80 +units=us-ft'],
  [2236, 'NAD83 / Florida East (ftUS)', [-82.33, 24.41, -79.97, 30.83],
    '+proj=tmerc +lat_0=24.3333333333333 +lon_0=-81 +k=0.999941177 +x_0=200000.0001016 +y_0=0 ' +
      '+ellps=GRS80 +units=us-ft'],
  [2240, 'NAD83 / Georgia West (ftUS)', [-85.61, 30.62, -82.99, 35.01],
    '+proj=tmerc +lat_0=30 +lon_0=-84.1666666666667 +k=0.9999 +x_0=699999.999898399 +y_0=0 +ellps=GRS80 ' +
      '+units=us-ft'],
  [2248, 'NAD83 / Maryland (ftUS)', [-79.49, 37.97, -74.97, 39.73],
    '+proj=lcc +lat_0=37.6666666666667 +lon_0=-77 +lat_1=39.45 +lat_2=38.3 +x_0=399999.9998984 +y_0=0 ' +
      '+ellps=GRS80 +units=us-ft'],
  [2249, 'NAD83 / Massachusetts Mainland (ftUS)', [-73.5, 41.46, -69.86, 42.89],
    '+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=42.6833333333333 +lat_2=41.7166666666667 +x_0=200000.0001016 ' +
      '+y_0=750000 +ellps=GRS80 +units=us-ft'],
  [2263, 'NAD83 / New York Long Island (ftUS)', [-74.26, 40.47, -71.8, 41.3],
    '+proj=lcc +lat_0=40.1666666666667 +lon_0=-74 +lat_1=41.0333333333333 +lat_2=40.6666666666667 ' +
      '+x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft'],
  [2264, 'NAD83 / North Carolina (ftUS)', [-84.33, 33.83, -75.38, 36.59],
    '+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 ' +
      '+x_0=609601.219202438 +y_0=0 +ellps=GRS80 +units=us-ft'],
  [2272, 'NAD83 / Pennsylvania South (ftUS)', [-80.53, 39.71, -74.72, 41.18],
    '+proj=lcc +lat_0=39.3333333333333 +lon_0=-77.75 +lat_1=40.9666666666667 +lat_2=39.9333333333333 ' +
      '+x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft'],
  [2274, 'NAD83 / Tennessee (ftUS)', [-90.31, 34.98, -81.65, 36.68],
    '+proj=lcc +lat_0=34.3333333333333 +lon_0=-86 +lat_1=36.4166666666667 +lat_2=35.25 +x_0=600000 +y_0=0 ' +
      '+ellps=GRS80 +units=us-ft'],
  [2276, 'NAD83 / Texas North Central (ftUS)', [-103.07, 31.72, -94, 34.58],
    '+proj=lcc +lat_0=31.6666666666667 +lon_0=-98.5 +lat_1=33.9666666666667 +lat_2=32.1333333333333 ' +
      '+x_0=600000 +y_0=2000000.0001016 +ellps=GRS80 +units=us-ft'],
  [2277, 'NAD83 / Texas Central (ftUS)', [-106.66, 29.78, -93.5, 32.27],
    '+proj=lcc +lat_0=29.6666666666667 +lon_0=-100.333333333333 +lat_1=31.8833333333333 ' +
      '+lat_2=30.1166666666667 +x_0=699999.999898399 +y_0=3000000 +ellps=GRS80 +units=us-ft'],
  [2278, 'NAD83 / Texas South Central (ftUS)', [-105, 27.78, -93.76, 30.67],
    '+proj=lcc +lat_0=27.8333333333333 +lon_0=-99 +lat_1=30.2833333333333 +lat_2=28.3833333333333 ' +
      '+x_0=600000 +y_0=3999999.9998984 +ellps=GRS80 +units=us-ft'],
  [2283, 'NAD83 / Virginia North (ftUS)', [-80.06, 37.77, -76.51, 39.46],
    '+proj=lcc +lat_0=37.6666666666667 +lon_0=-78.5 +lat_1=39.2 +lat_2=38.0333333333333 ' +
      '+x_0=3500000.0001016 +y_0=2000000.0001016 +ellps=GRS80 +units=us-ft'],
  [2326, 'Hong Kong 1980 Grid System', [113.76, 22.13, 114.51, 22.58],
    '+proj=tmerc +lat_0=22.3121333333333 +lon_0=114.178555555556 +k=1 +x_0=836694.05 +y_0=819069.8 ' +
      '+ellps=intl +towgs84=-162.619,-276.959,-161.764,0.067753,-2.243648,-1.158828,-1.094246'],
  [2868, 'NAD83(HARN) / Arizona Central (ft)', [-113.35, 31.33, -110.44, 37.01],
    '+proj=tmerc +lat_0=31 +lon_0=-111.916666666667 +k=0.9999 +x_0=213360 +y_0=0 +ellps=GRS80 +units=ft'],
  [2913, 'NAD83(HARN) / Oregon North (ft)', [-124.17, 43.95, -116.47, 46.26],
    '+proj=lcc +lat_0=43.6666666666667 +lon_0=-120.5 +lat_1=46 +lat_2=44.3333333333333 ' +
      '+x_0=2500000.0001424 +y_0=0 +ellps=GRS80 +units=ft'],
  [2926, 'NAD83(HARN) / Washington North (ftUS)', [-124.79, 47.08, -117.02, 49.05],
    '+proj=lcc +lat_0=47 +lon_0=-120.833333333333 +lat_1=48.7333333333333 +lat_2=47.5 +x_0=500000.0001016 ' +
      '+y_0=0 +ellps=GRS80 +units=us-ft'],
  [2947, 'NAD83(CSRS) / MTM zone 5', [-66, 47.95, -63, 60.52],
    '+proj=tmerc +lat_0=0 +lon_0=-64.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80'],
  [2950, 'NAD83(CSRS) / MTM zone 8', [-75, 44.98, -72, 62.53],
    '+proj=tmerc +lat_0=0 +lon_0=-73.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80'],
  [2951, 'NAD83(CSRS) / MTM zone 9', [-78, 43.63, -75, 62.65],
    '+proj=tmerc +lat_0=0 +lon_0=-76.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80'],
  [3003, 'Monte Mario / Italy zone 1', [5.93, 36.53, 12, 47.04],
    '+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=1500000 +y_0=0 +ellps=intl ' +
      '+towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68'],
  [3004, 'Monte Mario / Italy zone 2', [12, 34.76, 18.99, 47.1],
    '+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=2520000 +y_0=0 +ellps=intl ' +
      '+towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68'],
  [3005, 'NAD83 / BC Albers', [-139.04, 48.25, -114.08, 60.01],
    '+proj=aea +lat_0=45 +lon_0=-126 +lat_1=50 +lat_2=58.5 +x_0=1000000 +y_0=0 +ellps=GRS80'],
  [3006, 'SWEREF99 TM', [10.03, 54.96, 24.17, 69.07],
    '+proj=utm +zone=33 +ellps=GRS80'],
  [3035, 'ETRS89-extended / LAEA Europe', [-35.58, 24.6, 44.83, 84.73],
    '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80'],
  [3067, 'ETRS89 / TM35FIN(E,N)', [19.08, 58.84, 31.59, 70.09],
    '+proj=utm +zone=35 +ellps=GRS80'],
  [3116, 'MAGNA-SIRGAS / Colombia Bogota zone', [-75.59, -2.51, -72.58, 11.82],
    '+proj=tmerc +lat_0=4.59620041666667 +lon_0=-74.0775079166667 +k=1 +x_0=1000000 +y_0=1000000 ' +
      '+ellps=GRS80'],
  [3301, 'Estonian Coordinate System of 1997', [20.37, 57.52, 28.2, 60],
    '+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 ' +
      '+y_0=6375000 +ellps=GRS80'],
  [3414, 'SVY21 / Singapore TM', [103.59, 1.13, 104.07, 1.47],
    '+proj=tmerc +lat_0=1.36666666666667 +lon_0=103.833333333333 +k=1 +x_0=28001.642 +y_0=38744.572 ' +
      '+ellps=WGS84'],
  [3424, 'NAD83 / New Jersey (ftUS)', [-75.6, 38.87, -73.88, 41.36],
    '+proj=tmerc +lat_0=38.8333333333333 +lon_0=-74.5 +k=0.9999 +x_0=150000 +y_0=0 +ellps=GRS80 ' +
      '+units=us-ft'],
  [3435, 'NAD83 / Illinois East (ftUS)', [-89.28, 37.06, -87.02, 42.5],
    '+proj=tmerc +lat_0=36.6666666666667 +lon_0=-88.3333333333333 +k=0.999975 +x_0=300000 +y_0=0 ' +
      '+ellps=GRS80 +units=us-ft'],
  [3763, 'ETRS89 / Portugal TM06', [-9.56, 36.95, -6.19, 42.16],
    '+proj=tmerc +lat_0=39.6682583333333 +lon_0=-8.13310833333333 +k=1 +x_0=0 +y_0=0 +ellps=GRS80'],
  [3765, 'HTRS96 / Croatia TM', [13.43, 42.34, 19.43, 46.54],
    '+proj=tmerc +lat_0=0 +lon_0=16.5 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80'],
  [3812, 'ETRS89 / Belgian Lambert 2008', [2.5, 49.5, 6.4, 51.51],
    '+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 ' +
      '+x_0=649328 +y_0=665262 +ellps=GRS80'],
  [3826, 'TWD97 / TM2 zone 121', [119.99, 20.41, 122.06, 26.72],
    '+proj=tmerc +lat_0=0 +lon_0=121 +k=0.9999 +x_0=250000 +y_0=0 +ellps=GRS80'],
  [3857, 'WGS 84 / Pseudo-Mercator', [-180, -85.06, 180, 85.06],
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null'],
  [3942, 'RGF93 v1 / CC42', [-1.06, 41.31, 9.63, 43.07],
    '+proj=lcc +lat_0=42 +lon_0=3 +lat_1=41.25 +lat_2=42.75 +x_0=1700000 +y_0=1200000 +ellps=GRS80'],
  [3943, 'RGF93 v1 / CC43', [-1.79, 42.33, 7.65, 44.01],
    '+proj=lcc +lat_0=43 +lon_0=3 +lat_1=42.25 +lat_2=43.75 +x_0=1700000 +y_0=2200000 +ellps=GRS80'],
  [3944, 'RGF93 v1 / CC44', [-1.79, 42.92, 7.71, 45],
    '+proj=lcc +lat_0=44 +lon_0=3 +lat_1=43.25 +lat_2=44.75 +x_0=1700000 +y_0=3200000 +ellps=GRS80'],
  [3945, 'RGF93 v1 / CC45', [-1.46, 44, 7.71, 46],
    '+proj=lcc +lat_0=45 +lon_0=3 +lat_1=44.25 +lat_2=45.75 +x_0=1700000 +y_0=4200000 +ellps=GRS80'],
  [3946, 'RGF93 v1 / CC46', [-2.21, 45, 7.16, 47],
    '+proj=lcc +lat_0=46 +lon_0=3 +lat_1=45.25 +lat_2=46.75 +x_0=1700000 +y_0=5200000 +ellps=GRS80'],
  [3947, 'RGF93 v1 / CC47', [-4.77, 46, 7.63, 48],
    '+proj=lcc +lat_0=47 +lon_0=3 +lat_1=46.25 +lat_2=47.75 +x_0=1700000 +y_0=6200000 +ellps=GRS80'],
  [3948, 'RGF93 v1 / CC48', [-4.87, 47, 8.23, 49],
    '+proj=lcc +lat_0=48 +lon_0=3 +lat_1=47.25 +lat_2=48.75 +x_0=1700000 +y_0=7200000 +ellps=GRS80'],
  [3949, 'RGF93 v1 / CC49', [-4.87, 48, 8.23, 50],
    '+proj=lcc +lat_0=49 +lon_0=3 +lat_1=48.25 +lat_2=49.75 +x_0=1700000 +y_0=8200000 +ellps=GRS80'],
  [3950, 'RGF93 v1 / CC50', [-2.03, 49, 8.08, 51.14],
    '+proj=lcc +lat_0=50 +lon_0=3 +lat_1=49.25 +lat_2=50.75 +x_0=1700000 +y_0=9200000 +ellps=GRS80'],
  [5179, 'Korea 2000 / Unified CS', [122.71, 28.6, 134.28, 40.27],
    '+proj=tmerc +lat_0=38 +lon_0=127.5 +k=0.9996 +x_0=1000000 +y_0=2000000 +ellps=GRS80'],
  [5514, 'S-JTSK / Krovak East North', [12.09, 47.73, 22.56, 51.06],
    '+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 ' +
      '+ellps=bessel +towgs84=589,76,480,0,0,0,0'],
  [6372, 'Mexico ITRF2008 / LCC', [-122.19, 12.1, -84.64, 32.72],
    '+proj=lcc +lat_0=12 +lon_0=-102 +lat_1=17.5 +lat_2=29.5 +x_0=2500000 +y_0=0 +ellps=GRS80'],
  [7791, 'RDN2008 / UTM zone 32N', [5.93, 36.53, 12, 47.04],
    '+proj=utm +zone=32 +ellps=GRS80'],
  [7792, 'RDN2008 / UTM zone 33N', [12, 34.79, 18, 47.1],
    '+proj=utm +zone=33 +ellps=GRS80'],
  [9377, 'MAGNA-SIRGAS / Origen-Nacional', [-84.77, -4.23, -66.87, 15.51],
    '+proj=tmerc +lat_0=4 +lon_0=-73 +k=0.9992 +x_0=5000000 +y_0=2000000 +ellps=GRS80'],
  [21781, 'CH1903 / LV03', [5.96, 45.82, 10.49, 47.81],
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 ' +
      '+ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0'],
  [26986, 'NAD83 / Massachusetts Mainland', [-73.5, 41.46, -69.86, 42.89],
    '+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=42.6833333333333 +lat_2=41.7166666666667 +x_0=200000 ' +
      '+y_0=750000 +ellps=GRS80'],
  [27572, 'NTF (Paris) / Lambert zone II', [-4.87, 42.33, 8.23, 51.14],
    '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +ellps=clrk80ign ' +
      '+pm=paris +towgs84=-168,-60,320,0,0,0,0'],
  [27700, 'OSGB36 / British National Grid', [-9, 49.75, 2.01, 61.01],
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
      '+towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  [28992, 'Amersfoort / RD New', [3.2, 50.75, 7.22, 53.7],
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 ' +
      '+ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.8774,4.0725'],
  [29903, 'TM75 / Irish Grid', [-10.56, 51.39, -5.34, 55.43],
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 ' +
      '+towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15'],
  [31254, 'MGI / Austria GK West', [9.53, 46.77, 11.84, 47.61],
    '+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel ' +
      '+towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  [31255, 'MGI / Austria GK Central', [11.83, 46.4, 14.84, 48.79],
    '+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel ' +
      '+towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  [31256, 'MGI / Austria GK East', [14.83, 46.56, 17.17, 49.02],
    '+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel ' +
      '+towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  [31287, 'MGI / Austria Lambert', [9.53, 46.4, 17.17, 49.02],
    '+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 ' +
      '+ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  [31370, 'BD72 / Belgian Lambert 72', [2.5, 49.5, 6.4, 51.51],
    '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 ' +
      '+x_0=150000.013 +y_0=5400088.438 +ellps=intl ' +
      '+towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747'],
  [31466, 'DHDN / 3-degree Gauss-Kruger zone 2', [5.86, 49.11, 7.5, 53.81],
    '+proj=tmerc +lat_0=0 +lon_0=6 +k=1 +x_0=2500000 +y_0=0 +ellps=bessel ' +
      '+towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  [31467, 'DHDN / 3-degree Gauss-Kruger zone 3', [7.5, 47.27, 10.51, 55.09],
    '+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 +ellps=bessel ' +
      '+towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  [31468, 'DHDN / 3-degree Gauss-Kruger zone 4', [10.5, 47.39, 13.51, 54.59],
    '+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 +ellps=bessel ' +
      '+towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  [32187, 'NAD83 / MTM zone 7', [-72, 45.01, -69, 61.8],
    '+proj=tmerc +lat_0=0 +lon_0=-70.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80'],
  [32188, 'NAD83 / MTM zone 8', [-75, 44.98, -72, 62.53],
    '+proj=tmerc +lat_0=0 +lon_0=-73.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80'],
  [32189, 'NAD83 / MTM zone 9', [-78, 43.63, -75, 62.65],
    '+proj=tmerc +lat_0=0 +lon_0=-76.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80'],
];

/** Zones of Universal Transverse Mercator. */
interface Zones {
  /** The code of a zone is this plus its number. */
  base: number;
  name: string;
  zones: [first: number, last: number];
  /** South and north of the area of use, in degrees. */
  from: number;
  to: number;
  datum: string;
}

// prettier-ignore
const UTM: Zones[] = [
  { base: 25800, name: 'ETRS89 / UTM zone', zones: [28, 38], from: 34, to: 72, datum: '+ellps=GRS80' },
  { base: 26900, name: 'NAD83 / UTM zone', zones: [1, 23], from: 14, to: 84, datum: '+ellps=GRS80' },
  { base: 31960, name: 'SIRGAS 2000 / UTM zone', zones: [17, 25], from: -60, to: 0, datum: '+ellps=GRS80' },
  { base: 7800, name: 'GDA2020 / MGA zone', zones: [46, 59], from: -60, to: -8, datum: '+ellps=GRS80' },
  { base: 2944, name: 'NAD83(CSRS) / UTM zone', zones: [11, 13], from: 40, to: 84, datum: '+ellps=GRS80' },
  { base: 2941, name: 'NAD83(CSRS) / UTM zone', zones: [17, 21], from: 40, to: 84, datum: '+ellps=GRS80' },
  { base: 28300, name: 'GDA94 / MGA zone', zones: [49, 56], from: -60, to: -8, datum: '+ellps=GRS80' },
  { base: 32600, name: 'WGS 84 / UTM zone', zones: [1, 60], from: 0, to: 84, datum: '+datum=WGS84' },
  { base: 32700, name: 'WGS 84 / UTM zone', zones: [1, 60], from: -80, to: 0, datum: '+datum=WGS84' },
];

const WEST_OF_ZONE_1 = -186;

const utm = UTM.flatMap(({ base, name, zones: [first, last], from, to, datum }) =>
  Array.from({ length: last - first + 1 }, (_, index): Projection => {
    const zone = first + index;
    const west = WEST_OF_ZONE_1 + zone * 6;
    const isSouth = to <= 0;
    return {
      code: base + zone,
      name: `${name} ${zone}${isSouth ? 'S' : 'N'}`,
      box: [west, from, west + 6, to],
      definition: `+proj=utm +zone=${zone} ${isSouth ? '+south ' : ''}${datum}`,
    };
  }),
);

/** By code; national grids first. */
export const PROJECTIONS: ReadonlyMap<number, Projection> = new Map(
  [...NATIONAL.map(([code, name, box, definition]) => ({ code, name, box, definition })), ...utm].map((each) => [
    each.code,
    each,
  ]),
);

/** Geographic systems, whose coordinates are degrees within metres of WGS 84: NAD83, ETRS89, GDA, RGF93 … */
export const GEOGRAPHIC: ReadonlySet<number> = new Set([
  4326, 4979, 4269, 4258, 4283, 7844, 4171, 4617, 4148, 4167, 4674, 4612, 6668, 4490, 6318, 4152, 4937, 9777, 9782,
  8860,
]);

/** Other codes for a system. */
export const SAME_AS: Record<number, number> = {
  900913: 3857,
  102100: 3857,
  102113: 3857,
  3785: 3857,
  102110: 2154,
  27582: 27572,
  102067: 5514,
};

/** Words in the names of columns that name a system: `x_lambert93`, `RD_X`. Without case and signs. */
export const SYSTEM_WORDS: [pattern: RegExp, code: number][] = [
  [/lambert_?93|(^|_)l93(_|$)/, 2154],
  [/(^|_)rd(_|$)|rijksdriehoek/, 28992],
  [/lv_?95|ch1903_plus/, 2056],
  [/lv_?03/, 21781],
  [/osgb|(^|_)bng(_|$)/, 27700],
  [/web_?merc(ator)?/, 3857],
  [/nztm/, 2193],
  [/mtm_?8/, 32188],
  [/lambert_?72/, 31370],
  [/(^|_)itm(_|$)/, 2157],
];
