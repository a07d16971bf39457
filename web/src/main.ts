import './styles/tokens.css'
import './styles/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { keep } from './shared/keep'
import { wear } from './shared/theme'

wear(keep.theme)

const target = document.getElementById('app')
if (target) mount(App, { target })
