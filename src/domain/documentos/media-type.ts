const POR_EXTENSION: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  txt: 'text/plain',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  zip: 'application/zip',
  eml: 'message/rfc822',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
};

/** Content type that the name of a file promises; nothing is decided by it but how it is shown. */
export function mediaTypeOf(nombre: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(nombre)?.[1]?.toLowerCase() ?? '';
  return POR_EXTENSION[extension] ?? 'application/octet-stream';
}
