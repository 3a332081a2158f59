export default function (pi) {{{
