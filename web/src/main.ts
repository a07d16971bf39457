import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { keep } from './lib/keep'
import { wear } from './lib/theme'

wear(keep.theme)

const target = document.getElementById('app')
if (target) mount(App, { target })
