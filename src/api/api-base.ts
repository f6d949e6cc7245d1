/** Where the API of the service lives; health and documentation are outside. */
export const API_BASE = '/api/v1/eliminacion';
