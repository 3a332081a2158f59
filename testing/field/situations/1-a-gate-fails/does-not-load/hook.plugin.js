export const Gate = {{{
